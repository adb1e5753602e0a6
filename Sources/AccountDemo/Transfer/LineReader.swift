import Persistence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A reader of the lines of a file or of standard input, some at a time.
///
/// It reads on a queue of its own, because it may wait for the writer of a pipe.
actor LineReader {
    /// A line with its number, which counts from 1.
    struct Line: Sendable {
        let number: Int

        /// The bytes without the line break, or nil where the line is longer than an account may be.
        let bytes: [UInt8]?
    }

    /// The result of one read.
    enum Batch: Sendable {
        /// Some lines, and how many bytes were read so far.
        case lines([Line], bytes: Int)

        case end

        /// The task is cancelled.
        case cancelled

        /// The system failed, with this value of `errno`.
        case failed(code: Int32)
    }

    private static let chunk = 1 << 18
    private static let patience: Int32 = 50

    /// The size in bytes, where it is known.
    nonisolated let size: Int?

    private let descriptor: Int32
    private let isOwn: Bool
    private let executor = DispatchQueueExecutor(label: "AccountDemo.LineReader")

    private var bytes = 0
    private var number = 0
    private var isAtEnd = false

    /// The line that has not ended yet, or nil where it has become too long.
    private var line: [UInt8]? = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(descriptor: Int32, isOwn: Bool) {
        self.descriptor = descriptor
        self.isOwn = isOwn
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : nil
    }

    deinit { if isOwn { close(descriptor) } }

    /// Opens a file, or standard input for `-`.
    static func open(_ path: String) throws(SystemFailure) -> LineReader {
        guard path != "-" else { return LineReader(descriptor: STDIN_FILENO, isOwn: false) }
        guard !path.utf8.contains(0) else { throw SystemFailure(code: ENOENT) }
        let descriptor = openUninterrupted(path)
        guard descriptor >= 0 else { throw SystemFailure(code: errno) }
        return LineReader(descriptor: descriptor, isOwn: true)
    }

    /// Reads the next lines.
    func next() -> Batch {
        guard !isAtEnd else { return .end }
        while !Task.isCancelled {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, Self.patience)
            if count < 0, errno != EINTR { return .failed(code: errno) }
            if count > 0 { return read() }
        }
        return .cancelled
    }

    private func read() -> Batch {
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        let count = chunk.withUnsafeMutableBytes { readUninterrupted(descriptor, $0) }
        guard count >= 0 else { return errno == EAGAIN ? .lines([], bytes: bytes) : .failed(code: errno) }
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
        return .lines(lines, bytes: bytes)
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
