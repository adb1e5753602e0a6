import Persistence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A reader of lines from a file or from standard input.
@FileActor
final class LineReader {
    /// A line, with its number, which counts from 1.
    struct Line: Sendable {
        let number: Int

        /// The bytes without the line break; nil if the line is too long for an account.
        let bytes: [UInt8]?
    }

    private static let chunk = 1 << 18
    private static let patience: Int32 = 50

    /// The size in bytes, if known.
    nonisolated let size: Int?

    private let descriptor: Int32
    private let isOwn: Bool

    private var bytes = 0
    private var number = 0
    private var isAtEnd = false

    /// The incomplete line; nil if it has become too long.
    private var line: [UInt8]? = []

    private init(descriptor: Int32, isOwn: Bool) {
        self.descriptor = descriptor
        self.isOwn = isOwn
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : nil
    }

    deinit { if isOwn { close(descriptor) } }

    /// Opens a file, or standard input for `-`.
    static func open(_ path: String) throws(TransferFailure) -> LineReader {
        guard path != "-" else { return LineReader(descriptor: STDIN_FILENO, isOwn: false) }
        guard !path.utf8.contains(0) else { throw .notFound(path) }
        let descriptor = openUninterrupted(path, O_RDONLY)
        guard descriptor >= 0 else { throw errno == ENOENT ? .notFound(path) : .unreadable(code: errno) }
        return LineReader(descriptor: descriptor, isOwn: true)
    }

    /// Returns the next lines and the number of all bytes read; nil at the end.
    func next() throws(TransferFailure) -> (lines: [Line], bytes: Int)? {
        guard !isAtEnd else { return nil }
        while !Task.isCancelled {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, Self.patience)
            if count < 0, errno != EINTR { throw .unreadable(code: errno) }
            if count > 0 { return (try readLines(), bytes) }
        }
        throw .cancelled
    }

    private func readLines() throws(TransferFailure) -> [Line] {
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        let count = chunk.withUnsafeMutableBytes { readUninterrupted(descriptor, $0) }
        guard count >= 0 else {
            if errno == EAGAIN { return [] }
            throw .unreadable(code: errno)
        }
        bytes += count
        var lines: [Line] = []
        var rest = chunk[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            take(rest[..<end])
            endLine(&lines)
            rest = rest[(end + 1)...]
        }
        take(rest)
        if count == 0 {
            isAtEnd = true
            if line?.isEmpty != true { endLine(&lines) }
        }
        return lines
    }

    private func take(_ part: ArraySlice<UInt8>) {
        guard let count = line?.count else { return }
        if count + part.count > AccountLine.maximumUTF8Length { line = nil } else { line? += part }
    }

    private func endLine(_ lines: inout [Line]) {
        number += 1
        lines.append(Line(number: number, bytes: line))
        line = []
    }
}
