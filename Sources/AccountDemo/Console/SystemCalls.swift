#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Opens `/dev/null` in place of closed standard streams, so that no file of the program gets their descriptors.
///
/// It is opened in the wrong direction, so that reading or writing fails as on a closed descriptor.
func openClosedStreams() {
    for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) == -1 {
        // A new descriptor is the lowest free one.
        _ = open("/dev/null", mode)
    }
}

func endProcess(_ code: ExitCode) -> Never { exit(code.rawValue) }

/// Returns whether the process can open this many more files at a time.
func canOpenFiles(_ count: Int) -> Bool {
    let descriptors = (0..<count).map { _ in fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) }
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    return !descriptors.contains(-1)
}

/// Calls `read`, again after each interruption by a signal.
func readUninterrupted(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 || errno != EINTR { return count }
    }
}

/// Calls `write` once, from code in which a method of that name hides it; safe in a signal handler.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// Writes a whole text; returns false if that fails.
func writeAll(_ descriptor: Int32, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// Returns the size of a terminal, if known.
func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
}

/// Opens a file without waiting for the other end of a pipe; returns -1 if that fails.
func openUninterrupted(_ path: String, _ mode: Int32) -> Int32 {
    while true {
        let descriptor = open(path, mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}

/// Returns the system's text for a value of `errno`, in English.
func systemText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Returns the content of a regular file of settings, of at most 1 MiB.
@FileActor
func readSettings(_ path: String) throws(UsageError) -> [UInt8] {
    let descriptor = openUninterrupted(path, O_RDONLY)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missingFile(path) : .unreadableFile(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadableFile(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .irregularFile(path) }
    var (content, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while content.count <= 1 << 20 {
        let count = chunk.withUnsafeMutableBytes { readUninterrupted(descriptor, $0) }
        guard count >= 0 else { throw .unreadableFile(path) }
        if count == 0 { return content }
        content += chunk[..<count]
    }
    throw .largeFile(path)
}
