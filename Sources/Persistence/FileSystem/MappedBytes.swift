import Synchronization

/// Bytes of a file, mapped into memory while this object exists.
///
/// Reading mapped bytes of a truncated file crashes the process, so only files of the stores are mapped.
package final class MappedBytes: Sendable {
    /// The address of the bytes as a number, because pointers are not `Sendable`.
    private let address: UInt

    package let count: Int

    private let release: @Sendable (_ address: UInt, _ count: Int) -> Void
    private let drop: @Sendable (_ address: UInt, _ count: Int) -> Void
    private let load: @Sendable (_ address: UInt, _ count: Int) -> Void

    /// Takes ownership of memory at a multiple of eight; `drop` lets the system reclaim it until it is read again,
    /// `load` announces that it will be read, and `release` unmaps it.
    package init(
        address: UInt,
        count: Int,
        drop: @escaping @Sendable (_ address: UInt, _ count: Int) -> Void = { _, _ in },
        load: @escaping @Sendable (_ address: UInt, _ count: Int) -> Void = { _, _ in },
        release: @escaping @Sendable (_ address: UInt, _ count: Int) -> Void
    ) {
        self.address = address
        self.count = count
        self.drop = drop
        self.load = load
        self.release = release
    }

    deinit { release(address, count) }

    /// The bytes, which are valid while this object exists.
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
    }

    /// Lets the system reclaim the memory until it is read again.
    package func dropPages() { drop(address, count) }

    /// Lets the system read bytes ahead; their offset is a multiple of the size of a page.
    package func prefetch(_ range: Range<Int>) { load(address + UInt(range.lowerBound), range.count) }

    /// Reads a number that this or another process may be writing; its offset is a multiple of eight.
    package func load(at offset: Int) -> UInt64 {
        withAtomic(at: offset) { $0.pointee.load(ordering: .acquiring) }
    }

    /// Writes a number that this or another process may be reading; its offset is a multiple of eight.
    package func store(_ value: UInt64, at offset: Int) {
        withAtomic(at: offset) { $0.pointee.store(value, ordering: .releasing) }
    }

    private func withAtomic<Value>(at offset: Int, _ body: (UnsafeMutablePointer<Atomic<UInt64>>) -> Value) -> Value {
        precondition(offset >= 0 && offset % 8 == 0 && offset + 8 <= count)
        guard let start = UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("memory at address zero")
        }
        // An atomic number has the layout of the number, and mapped memory is not bound to another type.
        return body((start + offset).assumingMemoryBound(to: Atomic<UInt64>.self))
    }
}
