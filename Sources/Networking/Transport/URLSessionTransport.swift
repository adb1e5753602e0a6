#if canImport(Darwin) || URLSession
import Domain
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over URLSession, for Apple platforms.
///
/// Its session has no cookies, caches or stored credentials. Fields with the same name are returned as one, with commas
/// between the values, except for `Set-Cookie`. The system may repeat a request whose connection was closed before any
/// response.
///
/// On Linux, only the trait `URLSession` builds it, for tests, because FoundationNetworking lets a server crash the
/// process. There it always uses the proxy of `http_proxy`.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: URLSessionExchanges
    private let limits: TransportLimits

    /// The queue of deadlines.
    private let deadlines = DispatchQueue(label: "Networking.URLSessionTransport.deadlines")

    /// The queue that cancels tasks, because the caller may hold a lock that a task needs to complete.
    ///
    /// On Linux, cancelling can also wait for the data that a server is sending.
    private let cancels = DispatchQueue(label: "Networking.URLSessionTransport.cancels")

    /// Creates a transport and its session.
    ///
    /// - Parameters:
    ///   - limits: The time limits of an exchange and the size limits of a response; the system replaces
    ///     ``TransportLimits/connectTimeout`` with its own limit.
    ///   - connections: The largest number of connections to one server, at least 1.
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

    /// The number of exchanges in progress.
    package var exchangeCount: Int { exchanges.count }

    deinit {
        session.finishTasksAndInvalidate()
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard let message = urlRequest(request) else { throw .unreachable }
        let task = session.dataTask(with: message)
        let id = task.taskIdentifier
        let (deadlines, cancels, exchanges) = (deadlines, cancels, exchanges)
        let promise = ResponsePromise()
        exchanges.begin(id, promise)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard promise.wait(continuation) else { return }
                let time = limits.timeout(for: request)
                deadlines.asyncAfter(deadline: .now() + (time / .seconds(1))) { [weak task] in
                    guard exchanges.complete(id, .failure(.timedOut)) else { return }
                    cancels.async { task?.cancel() }
                }
                task.resume()
            }
        } onCancel: {
            exchanges.complete(id, .failure(.cancelled))
            cancels.async { task.cancel() }
        }
        switch outcome {
        case .success(let response): return try limits.validate(response)
        case .failure(let error):
            if case .tooLarge = error { cancels.async { task.cancel() } }
            throw error
        }
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest? {
        guard let url = URL(string: request.url.text) else { return nil }
        var message = URLRequest(url: url)
        message.httpMethod = request.method.text
        // The interval is rounded up, because Linux ignores fractions of a second.
        message.timeoutInterval = max(1, (limits.timeout(for: request) / .seconds(1)).rounded(.up) + 1)
        for field in request.fields { message.addValue(field.value, forHTTPHeaderField: field.name.text) }
        if !request.body.isEmpty { message.httpBody = Data(request.body) }
        return message
    }
}

/// The exchanges of a session in progress, by the identifiers of their tasks.
///
/// The first outcome removes its exchange.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let promise: ResponsePromise
        var head: HTTPURLResponse?
        var body: [UInt8] = []
    }

    private let limits: TransportLimits
    private let exchanges = Mutex<[Int: Exchange]>([:])

    init(limits: TransportLimits) {
        self.limits = limits
    }

    var count: Int { exchanges.withLock { $0.count } }

    func begin(_ id: Int, _ promise: ResponsePromise) {
        exchanges.withLock { $0[id] = Exchange(promise: promise) }
    }

    /// Completes an exchange, and returns whether this was its first outcome; later ones are ignored.
    @discardableResult
    func complete(_ id: Int, _ outcome: Result<HTTPResponse, TransportError>) -> Bool {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: id) }) else { return false }
        exchange.promise.complete(outcome)
        return true
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
        if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        #else
        // On Linux no response follows the rejection below.
        if let response = task.response as? HTTPURLResponse {
            complete(task.taskIdentifier, outcome(response, []))
        }
        #endif
        completionHandler(.rejectProtectionSpace, nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let head = response as? HTTPURLResponse
        exchanges.withLock { $0[dataTask.taskIdentifier]?.head = head }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let id = dataTask.taskIdentifier
        let isTooLarge = exchanges.withLock { exchanges in
            guard let bytes = exchanges[id]?.body.count else { return false }
            guard data.count <= limits.bodyBytes - bytes else { return true }
            exchanges[id]?.body += data
            return false
        }
        if isTooLarge { complete(id, .failure(.tooLarge(maximumBytes: limits.bodyBytes))) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let id = task.taskIdentifier
        let exchange = exchanges.withLock { $0[id] }
        if let error {
            complete(id, .failure(TransportError(urlSession: error)))
        } else if let head = exchange?.head {
            complete(id, outcome(head, exchange?.body ?? []))
        } else {
            complete(id, .failure(.truncated))
        }
    }

    private func outcome(_ head: HTTPURLResponse, _ body: [UInt8]) -> Result<HTTPResponse, TransportError> {
        guard let status = HTTPStatus(head.statusCode) else { return .failure(.invalidResponse) }
        var fields = HTTPFields()
        do {
            for (name, value) in head.allHeaderFields {
                let name = try HTTPFieldName(String(describing: name))
                let value = String(describing: value).trimmingCharacters(in: .whitespaces)
                // The system has joined the cookies.
                for value in name == .setCookie ? HTTPFields.separated(value) : [value] {
                    try fields.append(name, value.trimmingCharacters(in: .whitespaces))
                }
            }
        } catch {
            return .failure(.invalidResponse)
        }
        return .success(HTTPResponse(status, fields: fields, body: body))
    }
}

extension TransportError {
    /// Creates the error for one of URLSession.
    init(urlSession error: any Error) {
        switch (error as? URLError)?.code ?? .unknown {
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet: self = .unreachable
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .tlsFailed
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            self = .invalidResponse
        // On Linux all errors of a response are unknown errors.
        default: self = .truncated
        }
    }
}
#endif
