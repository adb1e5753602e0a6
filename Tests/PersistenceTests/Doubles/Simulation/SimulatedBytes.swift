/// The bytes of a file in pages that copies share until one of them is written to.
struct SimulatedBytes: Sendable {
    private static let pageSize = 4096

    /// A page that was never written to holds zeros.
    private var pages: [[UInt8]?] = []

    private(set) var count = 0

    /// Cuts the bytes, or makes them longer by zeros.
    mutating func resize(to newCount: Int) {
        let (whole, part) = newCount.quotientAndRemainder(dividingBy: Self.pageSize)
        if newCount < count, part > 0 {
            pages[whole]?.withUnsafeMutableBytes { page in
                _ = UnsafeMutableRawBufferPointer(rebasing: page[part...]).initializeMemory(
                    as: UInt8.self,
                    repeating: 0
                )
            }
        }
        let pageCount = part > 0 ? whole + 1 : whole
        if pageCount < pages.count { pages.removeLast(pages.count - pageCount) }
        while pages.count < pageCount { pages.append(nil) }
        count = newCount
    }

    /// Writes bytes at a place, behind the end too.
    mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard !bytes.isEmpty else { return }
        if offset + bytes.count > count { resize(to: offset + bytes.count) }
        var position = 0
        while position < bytes.count {
            let (number, start) = (offset + position).quotientAndRemainder(dividingBy: Self.pageSize)
            let length = min(Self.pageSize - start, bytes.count - position)
            let part = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
            if pages[number] == nil { pages[number] = Array(repeating: 0, count: Self.pageSize) }
            pages[number]?.withUnsafeMutableBytes { page in
                UnsafeMutableRawBufferPointer(rebasing: page[start..<start + length]).copyMemory(from: part)
            }
            position += length
        }
    }

    /// Copies the bytes from a place on, as far as there are any, into zeroed memory.
    ///
    /// - Returns: How many bytes were copied.
    @discardableResult
    func read(into memory: UnsafeMutableRawBufferPointer, from offset: Int = 0) -> Int {
        let total = max(min(memory.count, count - offset), 0)
        var position = 0
        while position < total {
            let (number, start) = (offset + position).quotientAndRemainder(dividingBy: Self.pageSize)
            let length = min(Self.pageSize - start, total - position)
            pages[number]?.withUnsafeBytes { page in
                UnsafeMutableRawBufferPointer(rebasing: memory[position..<position + length])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: page[start..<start + length]))
            }
            position += length
        }
        return total
    }

    /// At most `limit` bytes from a place on.
    func read(upTo limit: Int, at offset: Int) -> [UInt8] {
        let total = max(min(limit, count - offset), 0)
        var bytes = [UInt8](repeating: 0, count: total)
        bytes.withUnsafeMutableBytes { _ = read(into: $0, from: offset) }
        return bytes
    }
}
