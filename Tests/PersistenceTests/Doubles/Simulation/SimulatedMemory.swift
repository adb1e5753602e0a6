// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The memory that shows a file to whoever has mapped it, at the same place as long as anybody does.
final class SimulatedMemory: Sendable {
    /// Reserved, and taken only where something is written.
    private static let reservedCount = 1 << 26

    /// The address as a number, because pointers are not `Sendable`.
    private let address: UInt

    let count: Int

    init?(count: Int) {
        self.count = max(count, Self.reservedCount)
        let memory = mmap(nil, self.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        address = UInt(bitPattern: memory)
    }

    deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }

    var start: UInt { address }

    var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: count)
    }

    /// Shows a change of the file.
    func show(_ kind: UnsyncedChange.Kind, oldSize: Int) {
        switch kind {
        case .bytes(let new, let offset):
            guard offset < count else { return }
            new.withUnsafeBytes { new in
                let part = UnsafeRawBufferPointer(rebasing: new.prefix(count - offset))
                UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: part)
            }
        case .size(let size):
            guard size < min(oldSize, count) else { return }
            UnsafeMutableRawBufferPointer(rebasing: bytes[size..<min(oldSize, count)])
                .initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    /// What was written through the memory itself since the file had these bytes, in words of eight bytes.
    func changes(since bytes: SimulatedBytes) -> [UnsyncedChange.Kind] {
        let known = bytes.read(upTo: count, at: 0)
        return known.withUnsafeBytes { known in
            guard let old = known.baseAddress, let new = self.bytes.baseAddress else { return [] }
            if memcmp(old, new, known.count) == 0 { return [] }
            return stride(from: 0, to: known.count, by: 8).compactMap { offset in
                let length = min(8, known.count - offset)
                if memcmp(old + offset, new + offset, length) == 0 { return nil }
                return .bytes(Array(self.bytes[offset..<offset + length]), at: offset)
            }
        }
    }
}
