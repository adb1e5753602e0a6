#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
/// Sends over libcurl: the transport of Linux.
///
/// The library is looked up at run time. One thread sends for all tasks; connections are kept and used again, over
/// HTTP/1.1 and, with TLS, HTTP/2. A request is sent once at the most, whatever becomes of its connection.
public final class CurlTransport: HTTPTransport {
    private let mailbox: CurlMailbox

    /// Creates a transport and its thread.
    ///
    /// - Parameters:
    ///   - limits: How long an exchange may take, and how large a response may be.
    ///   - certificateAuthorities: The path of a file of certificates in PEM that are trusted instead of the system's;
    ///     nil for the system's.
    ///   - connections: The largest number of connections to one server; 32 unless said otherwise. Less than 1 counts
    ///     as 1, and more than 1,024 as 1,024.
    ///   - usesEnvironmentProxy: Whether `https_proxy` and the like are looked at.
    /// - Throws: `TransportError.transportUnavailable` where this system has no libcurl, or no thread.
    public convenience init(
        limits: TransportLimits = TransportLimits(),
        certificateAuthorities: String? = nil,
        connections: Int = 32,
        usesEnvironmentProxy: Bool = false
    ) throws(TransportError) {
        try self.init(
            library: .system,
            limits: limits,
            certificateAuthorities: certificateAuthorities,
            connections: connections,
            usesEnvironmentProxy: usesEnvironmentProxy
        )
    }

    package init(
        library: CurlLibrary?,
        limits: TransportLimits = TransportLimits(),
        certificateAuthorities: String? = nil,
        connections: Int = 32,
        usesEnvironmentProxy: Bool = false
    ) throws(TransportError) {
        guard let library, let multi = library.makeMulti() else { throw .transportUnavailable }
        let connections = min(max(connections, 1), 1_024)
        _ = library.setMultiNumber(multi, CurlOption.multiHostConnections, connections)
        _ = library.setMultiNumber(multi, CurlOption.multiKeptConnections, connections)
        let settings = CurlSettings(
            limits: limits,
            connections: connections,
            certificateAuthorities: certificateAuthorities,
            usesEnvironmentProxy: usesEnvironmentProxy
        )
        mailbox = CurlMailbox(library: library, multi: UInt(bitPattern: multi))
        guard CurlLoop.start(library, settings, multi: UInt(bitPattern: multi), mailbox) else {
            _ = mailbox.close()
            _ = library.cleanupMulti(multi)
            throw .transportUnavailable
        }
    }

    deinit {
        mailbox.post(.stop)
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The complete response.
    /// - Throws: `TransportError.unreachable`, `.tlsFailed` or `.transportUnavailable` where the server has heard of
    ///   nothing; `.timedOut`, `.truncated`, `.tooLarge`, `.unexpectedRedirect`, `.invalidResponse` or `.cancelled`
    ///   where it perhaps has, as ``TransportError/mayHaveReachedServer`` tells; `.cancelled` comes as soon as the task
    ///   is, whatever the thread is doing.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let ticket = ResponseTicket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if ticket.wait(continuation) { mailbox.post(.send(request, ticket)) }
            }
        } onCancel: {
            ticket.settle(.failure(.cancelled))
            mailbox.post(.drop(ticket))
        }
        return try outcome.get()
    }
}
#endif
