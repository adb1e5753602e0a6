import Networking
import Synchronization

/// A server that answers the same to everybody and writes down what it was asked.
final class ScriptedServer: Sendable {
    private let received = Mutex<[HTTPRequest]>([])
    private let answers: [HTTPResponse]

    /// A server that gives one answer after the other, and the last one for ever.
    init(_ answers: HTTPResponse...) {
        self.answers = answers
    }

    var requests: [HTTPRequest] { received.withLock { $0 } }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let number = received.withLock { received in
            received.append(request)
            return received.count - 1
        }
        return answers.isEmpty ? HTTPResponse(.notFound) : answers[min(number, answers.count - 1)]
    }

    var transport: LoopbackTransport { LoopbackTransport { self.respond(to: $0) } }
}

extension HTTPResponse {
    /// A response with a JSON body and fields in the order in which they are written.
    static func json(_ code: Int, _ body: String = "", _ fields: (String, String)...) -> HTTPResponse {
        do {
            var list = HTTPFields()
            for (name, value) in fields { try list.append(HTTPFieldName(name), value) }
            guard let status = HTTPStatus(code) else { preconditionFailure("\(code)") }
            return HTTPResponse(status, fields: list, body: Array(body.utf8))
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
