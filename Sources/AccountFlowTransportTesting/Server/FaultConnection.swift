import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One connection of a ``FaultServer``; it stays on the thread that serves it.
public final class FaultConnection {
    private let descriptor: Int32
    private let willClose: () -> Void
    private var buffered: [UInt8] = []
    private var isClosed = false

    /// Takes over an open socket, and tells before it is closed: its number may be somebody else's at once.
    init(_ descriptor: Int32, willClose: @escaping () -> Void) {
        self.descriptor = descriptor
        self.willClose = willClose
        // A process that another test starts must not keep the connection open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        // A client that says nothing more is nothing to wait for ever for.
        wait(atMost: 20, for: SO_RCVTIMEO)
        wait(atMost: 20, for: SO_SNDTIMEO)
    }

    /// Limits how long a call waits, in seconds.
    private func wait(atMost seconds: Int, for option: Int32) {
        var time = timeval(tv_sec: time_t(seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Reads a request to the end of its body, or gives nil where there is none any more.
    public func readRequest() -> FaultRequest? {
        let blank = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            if let end = Self.find(blank, in: buffered, from: searched) {
                let head = Array(buffered[..<end])
                guard let bare = FaultRequest(head: head, body: []) else { return nil }
                let length = bare["content-length"].flatMap(Int.init) ?? 0
                while buffered.count < end + length { guard fill() else { return nil } }
                let body = Array(buffered[end..<(end + length)])
                buffered.removeFirst(end + length)
                return FaultRequest(head: head, body: body)
            }
            searched = max(0, buffered.count - 3)
            guard fill() else { return nil }
        }
    }

    /// Waits until the client closes its side, the server is released, or five minutes have gone in silence.
    public func waitForClose() {
        // A test that is to give up may come to it late on a busy machine.
        wait(atMost: 300, for: SO_RCVTIMEO)
        while fill() { buffered = [] }
    }

    /// Sends bytes; once the client has gone, nothing happens.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether all were sent.
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

    /// Sends bytes over a line that takes only so many of them at a time.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - size: How many go at a time, 1 or more; 0 never ends, and less traps.
    ///   - pause: How long the line is busy with them; no time where it is not positive.
    /// - Returns: Whether all were sent.
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
    /// - Parameter text: The text, which goes out in UTF-8.
    /// - Returns: Whether all was sent.
    @discardableResult
    public func send(_ text: String) -> Bool { send(text.utf8) }

    /// Sends a whole response with the size of its body.
    ///
    /// - Parameters:
    ///   - status: The code of the status; any number is sent.
    ///   - fields: The header fields but `Content-Length`, in their order, as they are to be sent.
    ///   - body: The body.
    public func respond(
        _ status: Int = 200,
        fields: [(String, String)] = [],
        body: some Collection<UInt8> = []
    ) {
        var head = "HTTP/1.1 \(status) Status\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        send(Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    }

    /// Lets a slow server be slow, unless the time is not positive: the thread is that of this connection alone, and no
    /// test waits for it in the end.
    ///
    /// - Parameter duration: How long.
    public func pause(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Ends the connection in good order.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        willClose()
        // A process that was being started at that very moment has it as well, so it is not ended by closing alone.
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        _ = systemClose(descriptor)
    }

    /// Says that nothing more is sent, and still listens.
    public func finish() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends the connection by a reset.
    public func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        isClosed = true
        willClose()
        #if os(Linux)
        // A process that was being started at that very moment has it as well, so closing alone would end nothing; to be
        // connected with nobody resets it.
        var nobody = sockaddr()
        nobody.sa_family = sa_family_t(AF_UNSPEC)
        _ = connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
        #endif
        _ = systemClose(descriptor)
    }

    /// Passes on what comes from either side until one of them ends, as a proxy does.
    ///
    /// - Parameter port: Where the other side listens, on this machine, from 1 to 65,535.
    public func relay(toPort port: Int) {
        let other = socket(AF_INET, Self.stream, 0)
        defer { _ = systemClose(other) }
        _ = fcntl(other, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(other, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return }
        var sides = [descriptor, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while poll(&sides, 2, 20_000) > 0 {
            for side in sides.indices where sides[side].revents != 0 {
                let count = recv(sides[side].fd, &chunk, chunk.count, 0)
                guard count > 0, systemSend(sides[1 - side].fd, chunk, count, Self.noSignal) == count else { return }
            }
        }
    }

    private func fill() -> Bool {
        guard !isClosed else { return false }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffered += chunk[..<count]
        return true
    }

    private static func find(_ part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= part.count else { return nil }
        for place in start...(bytes.count - part.count) where bytes[place] == part[0] {
            if bytes[place..<(place + part.count)].elementsEqual(part) { return place + part.count }
        }
        return nil
    }

    #if canImport(Darwin)
    static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
    #else
    #if canImport(Musl)
    static let stream = SOCK_STREAM
    #else
    static let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}
