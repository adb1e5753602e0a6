#if canImport(Glibc)
import Glibc

/// The system call `statx` of Linux, which tells what it is asked for and nothing else.
///
/// Who asks for the times of a file, as `fstat` does, makes Linux give the next write a time of its own, and a file
/// system without a journal then writes the inode with every synchronisation. A store looks at its file before each
/// change, and does not want to know the times.
struct ExtendedStatus {
    private typealias Function =
        @convention(c) (CInt, UnsafePointer<CChar>, CInt, CUnsignedInt, UnsafeMutableRawPointer) -> CInt

    /// The function, which glibc has since 2.28 and Swift's module of it leaves out; nil where there is none.
    private static let function: Function? = dlsym(nil, "statx").map { unsafeBitCast($0, to: Function.self) }

    /// `AT_EMPTY_PATH`: the file that is open, where the name is empty.
    private static let openFile: CInt = 0x1000

    /// `STATX_TYPE`, `_MODE`, `_NLINK`, `_UID`, `_INO` and `_SIZE`.
    private static let wanted: CUnsignedInt = 0x1 | 0x2 | 0x4 | 0x8 | 0x100 | 0x200

    /// Where the members of `struct statx` are (linux/stat.h), which has 256 bytes.
    private enum Offset {
        static let mask = 0
        static let links = 16
        static let owner = 20
        static let mode = 28
        static let number = 32
        static let size = 40
        static let majorDevice = 136
        static let minorDevice = 140
        static let end = 256
    }

    /// Asks for the status of a file.
    ///
    /// - Returns: The status, or nil where `fstat` has to be asked: there is no such call, or it failed, or it did not
    ///   tell everything.
    static func status(of name: String, in folder: CInt) -> FileStatus? {
        guard let function else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: Offset.end, alignment: 8) { buffer -> FileStatus? in
            guard let base = buffer.baseAddress else { return nil }
            let flags = name.isEmpty ? openFile : AT_SYMLINK_NOFOLLOW
            guard function(folder, name, flags, wanted, base) == 0,
                base.load(fromByteOffset: Offset.mask, as: UInt32.self) & wanted == wanted
            else { return nil }
            let mode = UInt32(base.load(fromByteOffset: Offset.mode, as: UInt16.self))
            let (major, minor) = (
                UInt64(base.load(fromByteOffset: Offset.majorDevice, as: UInt32.self)),
                UInt64(base.load(fromByteOffset: Offset.minorDevice, as: UInt32.self))
            )
            return FileStatus(
                kind: FileStatus.Kind(mode: mode),
                identity: FileIdentity(
                    device: major << 32 | minor,
                    number: base.load(fromByteOffset: Offset.number, as: UInt64.self)
                ),
                isOwn: base.load(fromByteOffset: Offset.owner, as: UInt32.self) == geteuid(),
                mode: mode & ~UInt32(S_IFMT),
                links: Int(base.load(fromByteOffset: Offset.links, as: UInt32.self)),
                size: Int(base.load(fromByteOffset: Offset.size, as: UInt64.self))
            )
        }
    }
}
#endif
