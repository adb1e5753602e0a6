import Persistence
import TestSupport
import Testing

/// The simulated system answers as the real one does.
@Suite struct SimulatedAgreementTests {
    @Test(arguments: 1...8)
    func `random calls have the same answers on the simulated and on the real system`(_ seed: UInt64) throws {
        let temporary = TemporaryFolder()
        var real = SystemSession(files: LocalFileSystem(), path: temporary.stores.path)
        var simulated = SystemSession(files: try SimulatedFileSystem.withFolder("/tmp"), path: "/tmp/stores")
        var (random, copy) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
        for step in 0..<600 {
            let (answer, other) = (real.step(using: &random), simulated.step(using: &copy))
            try #require(answer == other, "seed \(seed), step \(step)")
        }
        real.end()
        simulated.end()
    }
}

/// Random calls to a file system, and what they answer.
private struct SystemSession {
    let files: any FileSystem
    let path: String
    private var folder: FileDescriptor?
    private var open: [FileDescriptor] = []

    init(files: any FileSystem, path: String) {
        self.files = files
        self.path = path
    }

    mutating func end() {
        for file in open { files.closeFile(file) }
        if let folder { files.closeFile(folder) }
    }

    mutating func step(using random: inout SeededGenerator) -> String {
        do {
            return try answer(using: &random)
        } catch let error as FileSystemError {
            return "\(error.operation) \(error.code)"
        } catch {
            return "\(error)"
        }
    }

    private mutating func answer(using random: inout SeededGenerator) throws -> String {
        let kind = Int.random(in: 0..<16, using: &random)
        let (name, newName) = (Self.name(&random), Self.name(&random))
        let (offset, count) = (Int.random(in: 0..<9000, using: &random), Int.random(in: 0..<6000, using: &random))
        let index = Int.random(in: 0..<8, using: &random)
        guard let folder else {
            let isNew = try files.makeFolder(at: path, mode: 0o700)
            folder = try files.openFolder(at: path, followsLink: false)
            return "made \(isNew)"
        }
        let file = open.isEmpty ? folder : open[index % open.count]
        switch kind {
        case 0: return "\(try files.names(in: folder).sorted())"
        case 1, 2, 3:
            guard open.count < 8 else { break }
            let purpose: FilePurpose = [.creating, .reading, .writing, .locking][index % 4]
            open.append(try files.openFile(name, in: folder, for: purpose))
        case 4:
            guard !open.isEmpty else { break }
            let closed = open.remove(at: index % open.count)
            defer { files.closeFile(closed) }
            // A process that another test is starting just now has the descriptor, too, and the lock with it.
            try files.unlock(closed)
        case 5: return describe(try files.status(of: file))
        case 6: return describe(try files.status(of: name, in: folder))
        case 7, 8: return Self.describe(try files.readBytes(upTo: count + 1, at: offset, from: file))
        case 9, 10: return "\(try files.writeBytes(Self.bytes(count, &random)[...], at: offset, to: file))"
        case 11: try files.setSize(offset, of: file)
        case 12: return "\(try files.tryLock(file))"
        case 13: try files.moveFile(name, to: newName, in: folder)
        case 14: try files.removeFile(name, in: folder)
        default:
            let size = try files.status(of: file).size
            guard size > 0, try files.status(of: file).kind == .regular else { break }
            let memory = try files.map(file, count: size, isWritable: false)
            return withExtendedLifetime(memory) { Self.describe(Array(memory.bytes)) }
        }
        return "done"
    }

    private func describe(_ status: FileStatus) -> String {
        let size = status.kind == .regular ? status.size : 0
        return "\(status.kind) \(status.isOwn) \(String(status.mode, radix: 8)) \(size)"
            + (status.kind == .regular ? " \(status.links)" : "")
    }

    private static func describe(_ bytes: [UInt8]) -> String {
        "\(bytes.count) bytes of checksum \(CRC32C.checksum(of: bytes))"
    }

    private static func name(_ random: inout SeededGenerator) -> String {
        ["a", "b", "c", "d"][Int.random(in: 0..<4, using: &random)]
    }

    private static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        [UInt8](repeating: UInt8.random(in: 1...255, using: &random), count: count)
    }
}
