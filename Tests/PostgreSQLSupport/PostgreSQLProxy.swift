import Foundation

/// A proxy between clients and a PostgreSQL server, which breaks their connections as a test says.
///
/// Each connection has two threads, which may block.
package final class PostgreSQLProxy: Sendable {
    /// A direction of bytes.
    package enum Direction: CaseIterable, Sendable {
        case toServer, toClient
    }

    /// What the proxy does to connections.
    package enum Fault: Equatable, Sendable {
        /// Passes all bytes.
        case none

        /// Passes a number of bytes in a direction and closes that connection, once.
        ///
        /// The bytes are counted from the moment when the fault is set, over all connections.
        case cut(Direction, after: Int)

        /// Passes a number of bytes in a direction, and then none on that connection, until the fault is changed.
        case hold(Direction, after: Int)

        /// Passes each piece of bytes after a pause, as a slow network does.
        case delay(Duration)

        /// Passes each piece of bytes in two halves.
        case halve

        /// Accepts connections and closes them at once, and also the open ones.
        case refuse
    }

    private let connections: ProxyConnections
    private let folder: ServerFolder
    private let password: String?

    /// Starts a proxy of a server.
    ///
    /// - Throws: `POSIXError` if the system has no socket.
    package init(_ server: PostgreSQLServer, fault: Fault = .none) throws {
        folder = try ServerFolder()
        password = server.password
        connections = ProxyConnections(to: server, fault: fault)
        let listener = try ServerSocket.listen(at: folder.path + "/" + PostgreSQLServer.socketName)
        Thread.detachNewThread { [connections] in connections.serve(listener) }
    }

    deinit {
        connections.close()
        // Wakes the accepting thread, which closes the listening socket.
        guard let descriptor = ServerSocket.connect(to: folder.path + "/" + PostgreSQLServer.socketName) else { return }
        _ = close(descriptor)
    }

    /// The connection string of the database `accounts`, through this proxy.
    package var connectionString: String {
        PostgreSQLServer.connectionString(socketFolders: [folder.path], password: password)
    }

    /// The folder of the proxy's socket.
    package var socketFolder: String { folder.path }

    /// What the proxy does from now on.
    ///
    /// Setting it counts bytes from 0 again, and passes what was held.
    package var fault: Fault {
        get { connections.fault }
        set { connections.set(newValue) }
    }

    /// The number of bytes that have passed in a direction since the fault was set.
    package func byteCount(_ direction: Direction) -> Int { connections.byteCount(direction) }

    /// The number of connections that clients have opened.
    package var connectionCount: Int { connections.acceptedCount }

    /// Closes all open connections; further ones are as before.
    package func cutAll() { connections.endAll() }

    /// Waits until the fault has closed or held a connection.
    package func waitForFault() async { await connections.waitForFault() }
}
