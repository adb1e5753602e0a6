#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Calls `read`, again where a signal interrupted it.
func readUninterrupted(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 || errno != EINTR { return count }
    }
}

/// Calls `write` once, which a handler of signals may do, from where a method of that name hides it.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// Calls `write` until all is written; gives false where that cannot be done.
func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// Opens a file to read it, again where a signal interrupted it; gives -1 where that cannot be done.
///
/// It does not wait for whoever is to write to a pipe; reading does.
func openUninterrupted(_ path: String) -> Int32 {
    while true {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}

/// A call to the system that failed.
struct SystemFailure: Error, Hashable {
    /// The value of `errno`.
    let code: Int32
}
