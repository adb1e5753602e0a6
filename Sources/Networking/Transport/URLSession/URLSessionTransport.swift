// On Linux only where a build asks for it, so that it can be tested there: FoundationNetworking lets a server end the
// process, and libcurl does not.
#if canImport(Darwin) || URLSESSION
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends over URLSession: the transport of Apple platforms.
///
/// It has a session of its own, without cookies, caches and stored password hashes. Fields of one name come back as one,
/// with commas between the values, and the system may try a request again by itself whose connection was closed before
/// any answer. On Linux it goes to the proxy that `http_proxy` names, which nothing switches off.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: URLSessionExchanges
    private let limits: TransportLimits

    /// Where deadlines pass.
    private let deadlines = DispatchQueue(label: "Networking.URLSessionTransport.deadlines")

    /// Where tasks are cancelled: never on a thread that holds a lock which a task's end needs, and not where deadlines
    /// pass, because on Linux it may wait for all that a server sends at the moment.
    private let cancels = DispatchQueue(label: "Networking.URLSessionTransport.cancels")

    /// Creates a transport and its session.
    ///
    /// - Parameters:
    ///   - limits: How long an exchange may take, and how large a response may be; how long connecting may take is the
    ///     system's to decide.
    ///   - connections: The largest number of connections to one server; 32 unless said otherwise. Less than 1 counts
    ///     as 1.
    public init(limits: TransportLimits = TransportLimits(), connections: Int = 32) {
        self.limits = limits
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = max(connections, 1)
        #if canImport(Darwin)
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        configuration.connectionProxyDictionary = [:]
        #endif
        exchanges = URLSessionExchanges(limits: limits)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    /// How many exchanges are on their way.
    package var exchangeCount: Int { exchanges.count }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The complete response.
    /// - Throws: `TransportError.unreachable` or `.tlsFailed` where the server has heard of nothing; `.timedOut`,
    ///   `.truncated`, `.tooLarge`, `.unexpectedRedirect`, `.invalidResponse` or `.cancelled` where it perhaps has, as
    ///   ``TransportError/mayHaveReachedServer`` tells.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard let message = urlRequest(request) else { throw .unreachable }
        let task = session.dataTask(with: message)
        let id = task.taskIdentifier
        let (deadlines, cancels) = (deadlines, cancels)
        let exchanges = exchanges
        let ticket = ResponseTicket()
        exchanges.begin(id, ticket)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard ticket.wait(continuation) else { return }
                let time = limits.time(for: request)
                deadlines.asyncAfter(deadline: .now() + (time / .seconds(1))) { [weak task] in
                    guard exchanges.settle(id, .failure(.timedOut)) else { return }
                    cancels.async { task?.cancel() }
                }
                task.resume()
            }
        } onCancel: {
            exchanges.settle(id, .failure(.cancelled))
            cancels.async { task.cancel() }
        }
        switch outcome {
        case .success(let response): return try limits.judge(response)
        case .failure(let error):
            if case .tooLarge = error { cancels.async { task.cancel() } }
            throw error
        }
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest? {
        guard let url = URL(string: request.url.text) else { return nil }
        var message = URLRequest(url: url)
        message.httpMethod = request.method.text
        // In whole seconds, and never less: on Linux a part of a second is none at all.
        message.timeoutInterval = max(1, (limits.time(for: request) / .seconds(1)).rounded(.up) + 1)
        for field in request.fields { message.addValue(field.value, forHTTPHeaderField: field.name.text) }
        if !request.body.isEmpty { message.httpBody = Data(request.body) }
        return message
    }
}
#endif
