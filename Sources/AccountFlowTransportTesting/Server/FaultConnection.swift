import Foundation

/// A connection of a ``FaultServer``, used on its own thread.
public final class FaultConnection {
    private let descriptor: Int32
    private let willClose: () -> Void
    private var buffered: [UInt8] = []
    private var isClosed = false

    /// Creates a connection that owns an open socket, and calls `willClose` before the number of the socket can be
    /// reused.
    init(_ descriptor: Int32, willClose: @escaping () -> Void) {
        self.descriptor = descriptor
        self.willClose = willClose
        // A process that another test starts must not inherit the connection.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        Self.preventSignal(of: descriptor)
        wait(atMost: 20, for: SO_RCVTIMEO)
        wait(atMost: 20, for: SO_SNDTIMEO)
    }

    /// Limits the seconds that a call waits.
    private func wait(atMost seconds: Int, for option: Int32) {
        var time = timeval(tv_sec: time_t(seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Reads a request with its body, or returns nil if there are no more or the client is silent for 20 seconds.
    public func readRequest() -> FaultRequest? {
        while true {
            if let end = buffered.firstRange(of: "\r\n\r\n".utf8)?.upperBound {
                let head = Array(buffered[..<end])
                guard let bare = FaultRequest(head: head, body: []) else { return nil }
                let length = bare["content-length"].flatMap(Int.init) ?? 0
                while buffered.count < end + length { guard fill() else { return nil } }
                let body = Array(buffered[end..<(end + length)])
                buffered.removeFirst(end + length)
                return FaultRequest(head: head, body: body)
            }
            guard fill() else { return nil }
        }
    }

    /// Waits until the client closes its side, the server is released, or five minutes have passed.
    public func waitForClose() {
        wait(atMost: 300, for: SO_RCVTIMEO)
        while fill() { buffered = [] }
    }

    /// Sends bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether all bytes were sent.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty, !isClosed {
            let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return !isClosed
    }

    /// Sends bytes in pieces.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - size: The size of a piece, at least 1.
    ///   - pause: The pause after each piece.
    /// - Returns: Whether all bytes were sent.
    @discardableResult
    public func send(_ bytes: some Collection<UInt8>, inPiecesOf size: Int, each pause: Duration) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            guard send(rest.prefix(size)) else { return false }
            rest = rest.dropFirst(size)
            self.pause(pause)
        }
        return true
    }

    /// Sends a text.
    ///
    /// - Parameter text: The text, sent in UTF-8.
    /// - Returns: Whether all bytes were sent.
    @discardableResult
    public func send(_ text: String) -> Bool { send(text.utf8) }

    /// Sends a complete response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields except `Content-Length`, in order.
    ///   - body: The body.
    public func respond(_ status: Int = 200, fields: [(String, String)] = [], body: some Collection<UInt8> = []) {
        var head = "HTTP/1.1 \(status) Status\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        send(Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    }

    /// Blocks the thread of this connection, as a slow server does.
    ///
    /// - Parameter duration: The duration.
    public func pause(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Closes the connection.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        willClose()
        // A process that starts at this moment may inherit the socket, so closing it here would not close the
        // connection.
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        _ = systemClose(descriptor)
    }

    /// Resets the connection.
    public func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        isClosed = true
        willClose()
        #if os(Linux)
        // A process that starts at this moment may inherit the socket; connecting to nothing resets it.
        var unspecified = sockaddr()
        unspecified.sa_family = sa_family_t(AF_UNSPEC)
        _ = systemConnect(descriptor, &unspecified, socklen_t(MemoryLayout<sockaddr>.size))
        #endif
        _ = systemClose(descriptor)
    }

    /// Relays bytes in both directions, as a proxy does, until one side closes or both are silent for 20 seconds.
    ///
    /// - Parameter port: The port of the other side, on this machine.
    public func relay(toPort port: Int) {
        guard let other = Self.connect(toPort: port) else { return }
        defer { _ = systemClose(other) }
        var sides = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while poll(&sides, 2, 20_000) > 0 {
            for side in sides.indices where sides[side].revents != 0 {
                let count = recv(sides[side].fd, &chunk, chunk.count, 0)
                guard count > 0, systemSend(sides[1 - side].fd, chunk, count, Self.noSignal) == count else { return }
            }
        }
    }

    /// Returns a socket that is connected to a port on this machine, or nil if that fails; the caller closes it.
    static func connect(toPort port: Int) -> Int32? {
        let descriptor = socket(AF_INET, stream, 0)
        preventSignal(of: descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = loopback(port: port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemConnect(descriptor, $0, size) == 0 }
        }
        guard isConnected else {
            _ = systemClose(descriptor)
            return nil
        }
        return descriptor
    }

    /// Waits until the other side closes or resets a connection.
    static func waitForEnd(of descriptor: Int32) {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) == -1, errno == EINTR {}
    }

    /// The address of a port on this machine.
    static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }

    private func fill() -> Bool {
        guard !isClosed else { return false }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffered += chunk[..<count]
        return true
    }

    #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    static let stream = SOCK_STREAM
    #endif

    /// Prevents SIGPIPE, which would end the process when it sends to a client that has left.
    private static func preventSignal(of descriptor: Int32) {
        // Other systems have a flag of `send` for this.
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}

/// A request that a ``FaultServer`` received.
public struct FaultRequest: Sendable {
    /// The method.
    public let method: String
    /// The path and the query.
    public let target: String
    /// The header fields, in order.
    public let fields: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]

    /// The bytes of the whole request.
    public let bytes: [UInt8]

    /// The path, without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a field, by its case-insensitive name.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    init?(head: [UInt8], body: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
        guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
        method = String(words[0])
        target = String(words[1])
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts.last?.drop { $0 == " " } ?? ""))
        }
        self.body = body
        bytes = head + body
    }
}

// These names stand for the system's functions, because methods of the same names hide them.

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}

func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
