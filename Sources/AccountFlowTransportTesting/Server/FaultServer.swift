import Foundation
import Synchronization

/// A server on this machine that a test programs to break connections.
///
/// Each connection has its own thread, which may block.
public final class FaultServer: Sendable {
    private struct State {
        var connections = 0
        var open: Set<Int32> = []
        var isListening = true
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
        let serve: @Sendable (FaultConnection) -> Void

        init(serve: @escaping @Sendable (FaultConnection) -> Void) {
            self.serve = serve
        }
    }

    private let shared: Shared
    private let listener: Int32

    /// The port on 127.0.0.1.
    public let port: Int

    /// Starts a server with a closure for each connection.
    ///
    /// - Parameter serve: Called on the thread of each connection, which is closed afterwards.
    /// - Throws: `POSIXError.EADDRINUSE` if no port is free.
    public init(connection serve: @escaping @Sendable (FaultConnection) -> Void) throws {
        let listener = socket(AF_INET, FaultConnection.stream, 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        var address = FaultConnection.loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 1_024) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard bound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = Int(UInt16(bigEndian: address.sin_port))
        let shared = Shared(serve: serve)
        self.shared = shared
        self.listener = listener
        Thread.detachNewThread { Self.serve(listener, shared) }
    }

    /// Starts a server with a closure for each request.
    ///
    /// - Parameter respond: Called for each request, on the thread of its connection.
    /// - Throws: `POSIXError.EADDRINUSE` if no port is free.
    public convenience init(requests respond: @escaping @Sendable (FaultRequest, FaultConnection) -> Void) throws {
        try self.init { connection in
            while let request = connection.readRequest() { respond(request, connection) }
        }
    }

    /// Refuses further connections; open ones stay open.
    public func stopListening() {
        let wasListening = shared.state.withLock { state in
            defer { state.isListening = false }
            return state.isListening
        }
        guard wasListening else { return }
        // The accepting thread closes the socket, because its number can be reused from then on. A connection wakes it on
        // every system; a shutdown of a listening socket does so on Linux only.
        guard let descriptor = FaultConnection.connect(toPort: port) else { return }
        FaultConnection.waitForEnd(of: descriptor)
        _ = systemClose(descriptor)
    }

    deinit {
        stopListening()
        // The lock is necessary, because a connection leaves the list before its number can be reused.
        shared.state.withLock { state in
            for descriptor in state.open { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// The number of accepted connections.
    public var connectionCount: Int { shared.state.withLock { $0.connections } }

    /// The base of the URLs of this server.
    public var origin: String { "http://127.0.0.1:\(port)" }

    private static func serve(_ listener: Int32, _ shared: Shared) {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                break
            }
            let isAccepted = shared.state.withLock { state in
                guard state.isListening else { return false }
                state.connections += 1
                state.open.insert(descriptor)
                return true
            }
            guard isAccepted else {
                // In this order, because the end of this connection says that no further one is accepted.
                _ = close(listener)
                _ = close(descriptor)
                return
            }
            let thread = Thread {
                let connection = FaultConnection(descriptor) {
                    shared.state.withLock { _ = $0.open.remove(descriptor) }
                }
                shared.serve(connection)
                connection.close()
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
        _ = close(listener)
    }
}
