#if canImport(Darwin) || URLSESSION
import Foundation
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The exchanges of a session that are on their way, by the numbers of their tasks.
///
/// Whoever settles an exchange first takes it away, so that nothing is left of it whatever comes after.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let ticket: ResponseTicket
        var head: HTTPURLResponse?
        var body: [UInt8] = []
    }

    private let limits: TransportLimits
    private let exchanges = Mutex<[Int: Exchange]>([:])

    init(limits: TransportLimits) {
        self.limits = limits
    }

    /// How many exchanges are on their way.
    var count: Int { exchanges.withLock { $0.count } }

    /// Begins an exchange.
    ///
    /// - Parameters:
    ///   - id: The number of its task.
    ///   - ticket: Settled with its outcome.
    func begin(_ id: Int, _ ticket: ResponseTicket) {
        exchanges.withLock { $0[id] = Exchange(ticket: ticket) }
    }

    /// Gives the outcome; only the first one counts.
    ///
    /// - Returns: Whether it was the first one.
    @discardableResult
    func settle(_ id: Int, _ outcome: ResponseTicket.Outcome) -> Bool {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: id) }) else { return false }
        exchange.ticket.settle(outcome)
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
        // There the refusal below is never followed by the response.
        if let response = task.response as? HTTPURLResponse {
            settle(task.taskIdentifier, outcome(response, []))
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
        // What still comes is dropped.
        if isTooLarge { settle(id, .failure(.tooLarge(maximumUTF8Length: limits.bodyBytes))) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let id = task.taskIdentifier
        let exchange = exchanges.withLock { $0[id] }
        if let error {
            settle(id, .failure(TransportError(urlSession: error)))
        } else if let head = exchange?.head {
            settle(id, outcome(head, exchange?.body ?? []))
        } else {
            settle(id, .failure(.truncated))
        }
    }

    private func outcome(_ head: HTTPURLResponse, _ body: [UInt8]) -> ResponseTicket.Outcome {
        guard let status = HTTPStatus(head.statusCode) else { return .failure(.invalidResponse) }
        var fields = HTTPFields()
        do {
            for (name, value) in head.allHeaderFields {
                let value = String(describing: value).trimmingCharacters(in: .whitespaces)
                try fields.append(HTTPFieldName(String(describing: name)), value)
            }
        } catch {
            return .failure(.invalidResponse)
        }
        return .success(HTTPResponse(status, fields: fields, body: body))
    }
}
#endif
