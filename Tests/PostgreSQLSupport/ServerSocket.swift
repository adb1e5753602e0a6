import Foundation

/// The system's calls for Unix sockets.
enum ServerSocket {
    /// Returns a socket that listens at a path.
    ///
    /// - Throws: `POSIXError` if the system has no socket, or the path exists.
    static func listen(at path: String) throws -> Int32 {
        let descriptor = make()
        let isListening = withAddress(of: path) { address, size in
            // The client may be another user than this process. Its folder protects the socket.
            bind(descriptor, address, size) == 0 && chmod(path, 0o777) == 0 && systemListen(descriptor, 1_024) == 0
        }
        guard isListening else {
            defer { _ = close(descriptor) }
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return descriptor
    }

    /// Returns a socket that is connected to a path, or nil if nothing listens there.
    static func connect(to path: String) -> Int32? {
        let descriptor = make()
        guard withAddress(of: path, { systemConnect(descriptor, $0, $1) == 0 }) else {
            _ = close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Waits for bytes, and returns them, or none when the connection has ended.
    static func receive(from descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 { return Array(bytes[..<count]) }
            if count == 0 || errno != EINTR { return [] }
        }
    }

    /// Sends all bytes, or as many as the other side takes before it closes.
    static func send(_ bytes: some Sequence<UInt8>, to descriptor: Int32) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, noSignal) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Ends a connection, whose socket stays open.
    static func end(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func make() -> Int32 {
        let descriptor = socket(AF_UNIX, stream, 0)
        // A process that another test starts must not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return descriptor
    }

    private static func withAddress(
        of path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        return withUnsafeMutableBytes(of: &address.sun_path) { place in
            // The last byte stays 0.
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
            && withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif

    #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}

// These names stand for the system's functions, because methods of the same names hide them.

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}
