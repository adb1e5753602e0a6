import Foundation

/// HTTP over blocking sockets: the floor of the comparison, and its server.
enum BareHTTP {
    private static let response = Array(
        "HTTP/1.1 200 OK\r\naccessToken: 0123456789abcdef0123456789abcdef\r\nContent-Length: 2\r\n\r\n{}".utf8
    )

    /// Answers every request until standard input is closed, with one thread for each connection.
    static func serve() {
        let listener = socket(AF_INET, stream, 0)
        var address = loopback(port: 0)
        withSocketAddress(&address) { address, size in
            var size = size
            _ = bind(listener, address, size)
            _ = listen(listener, 1_024)
            _ = getsockname(listener, address, &size)
        }
        print(UInt16(bigEndian: address.sin_port))
        fflush(nil)
        Thread.detachNewThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { continue }
                prepare(descriptor)
                Thread.detachNewThread {
                    answer(descriptor)
                    _ = close(descriptor)
                }
            }
        }
        while readLine() != nil {}
    }

    /// Sends a request and reads its response.
    static func exchange(_ descriptor: Int32, _ request: [UInt8]) -> Bool {
        guard request.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, noSignal) }) == request.count else {
            return false
        }
        var count = 0
        return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            while count < response.count {
                let more = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                guard more > 0 else { return false }
                count += more
            }
            return true
        }
    }

    /// Connects to a port on this machine.
    static func open(port: Int) -> Int32 {
        let descriptor = socket(AF_INET, stream, 0)
        var address = loopback(port: port)
        let result = withSocketAddress(&address) { address, size in connect(descriptor, address, size) }
        prepare(descriptor)
        return result == 0 ? descriptor : -1
    }

    /// Reads and answers the requests of a connection.
    private static func answer(_ descriptor: Int32) {
        var pending: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let blank = Array("\r\n\r\n".utf8)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            pending += chunk[..<count]
            while let end = pending.firstRange(of: blank)?.upperBound {
                let head = String(decoding: pending[..<end], as: UTF8.self).lowercased()
                let size = head.components(separatedBy: "content-length: ").last.flatMap {
                    Int($0.prefix { $0.isNumber })
                }
                let total = end + (head.contains("content-length: ") ? size ?? 0 : 0)
                guard pending.count >= total else { break }
                pending.removeFirst(total)
                // The paths of a server that never answers or never stops.
                if head.contains(" /silent ") { continue }
                if head.contains(" /endless ") { return flood(descriptor) }
                guard response.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, noSignal) }) > 0 else {
                    return
                }
            }
        }
    }

    /// Sends an endless body until the client closes the connection.
    private static func flood(_ descriptor: Int32) {
        let chunk = [UInt8](repeating: UInt8(ascii: "a"), count: 65_536)
        var bytes = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
        while bytes.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, noSignal) }) > 0 { bytes = chunk }
    }

    private static func withSocketAddress<Value>(
        _ address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }

    /// Sends without delay, and without SIGPIPE, which would end the process when the other side has left.
    private static func prepare(_ descriptor: Int32) {
        var on: Int32 = 1
        #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}
