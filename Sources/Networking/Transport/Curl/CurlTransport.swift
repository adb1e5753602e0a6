#if canImport(Glibc)
internal import CAccountFlowCurl
import Domain

/// A transport over libcurl, for Linux.
///
/// One thread sends for all tasks and reuses connections, over HTTP/1.1 and, with TLS, HTTP/2. It starts and loads the
/// library at the first request. If the library is missing, or no thread can be started, requests fail with
/// `TransportError.transportUnavailable`. A request is sent at most once, even if its connection is lost.
public final class CurlTransport: HTTPTransport {
    private let commands: CurlCommandQueue

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - limits: The time limits of an exchange and the size limits of a response.
    ///   - certificateAuthorities: The path of a PEM file of certificates to trust instead of the system's; nil for the
    ///     system's.
    ///   - connections: The largest number of connections to one server, from 1 to 1,024.
    ///   - usesEnvironmentProxy: Whether `https_proxy` and similar variables apply.
    public init(
        limits: TransportLimits = TransportLimits(),
        certificateAuthorities: String? = nil,
        connections: Int = 32,
        usesEnvironmentProxy: Bool = false
    ) {
        let settings = CurlSettings(
            limits: limits,
            connections: min(max(connections, 1), 1_024),
            certificateAuthorities: certificateAuthorities,
            usesEnvironmentProxy: usesEnvironmentProxy
        )
        commands = CurlCommandQueue(settings) { .system }
    }

    package init(
        library: @autoclosure @escaping @Sendable () -> CurlLibrary?,
        certificateAuthorities: String? = nil
    ) {
        commands = CurlCommandQueue(CurlSettings(certificateAuthorities: certificateAuthorities), library)
    }

    deinit {
        commands.post(.stop)
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let promise = ResponsePromise()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if promise.wait(continuation) { commands.post(.send(request, promise)) }
            }
        } onCancel: {
            promise.complete(.failure(.cancelled))
            commands.post(.cancel(promise))
        }
        return try outcome.get()
    }
}

/// The settings that all exchanges of a transport share.
struct CurlSettings: Sendable {
    var limits = TransportLimits()
    /// The largest number of connections to one server.
    var connections = 32
    var certificateAuthorities: String?
    var usesEnvironmentProxy = false
}
#endif
