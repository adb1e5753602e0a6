import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on this machine that does to its clients whatever a test tells it to.
///
/// It has one thread a connection, so what a test tells it may block as long as it likes.
public final class FaultServer: Sendable {
    private struct State {
        var connections = 0
        var requests = 0
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

    /// The port that the server listens on, on 127.0.0.1.
    public let port: Int

    /// Starts a server that is told what to do with each connection.
    ///
    /// - Parameter serve: Called on a thread of its own once a connection, which is closed behind it.
    /// - Throws: `POSIXError.EADDRINUSE` where the system has no port left.
    public init(connection serve: @escaping @Sendable (FaultConnection) -> Void) throws {
        let listener = socket(AF_INET, FaultConnection.stream, 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
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
        Thread.detachNewThread { Self.accept(listener, shared) }
    }

    /// Starts a server that is told what to answer to each request.
    ///
    /// - Parameter respond: Called once a request, on the thread of its connection, as long as that is open.
    /// - Throws: `POSIXError.EADDRINUSE` where the system has no port left.
    public convenience init(
        requests respond: @escaping @Sendable (FaultRequest, FaultConnection) -> Void
    ) throws {
        try self.init { connection in
            while let request = connection.readRequest() { respond(request, connection) }
        }
    }

    /// Refuses every further connection; those that are open stay so.
    public func stopListening() {
        // The thread that waits for connections closes the socket, whose number may be somebody else's from then on.
        shared.state.withLock { state in
            guard state.isListening else { return }
            state.isListening = false
            _ = shutdown(listener, Int32(SHUT_RDWR))
        }
    }

    deinit {
        stopListening()
        // Within the lock, since a connection is taken from the list before its number is free for another.
        shared.state.withLock { state in
            for descriptor in state.open { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// How many connections there were so far.
    public var connectionCount: Int { shared.state.withLock { $0.connections } }

    /// The base of every URL of this server.
    public var origin: String { "http://127.0.0.1:\(port)" }

    private static func accept(_ listener: Int32, _ shared: Shared) {
        while true {
            let descriptor = systemAccept(listener, nil, nil)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                break
            }
            shared.state.withLock { state in
                state.connections += 1
                state.open.insert(descriptor)
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
        _ = systemClose(listener)
    }
}
