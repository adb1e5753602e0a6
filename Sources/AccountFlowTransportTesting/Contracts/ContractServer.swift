import Networking
import Synchronization

/// The server of the transport contract, over sockets or in the process; the path of a request selects the response.
final class ContractServer: Sendable {
    enum Answer {
        case response(Int, [(String, String)], [UInt8])
        case late
        case hang
        case truncated
    }

    /// The delay of a late response.
    private static let delay = Duration.seconds(2)

    private let received = Mutex<[String]>([])

    /// The methods and targets of the received requests.
    var requests: [String] { received.withLock { $0 } }

    func answer(_ method: String, _ target: String, fields: [(String, String)], body: [UInt8]) -> Answer {
        received.withLock { $0.append(method + " " + target) }
        let parts = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        let number = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        switch parts.first {
        case "echo":
            // Transports may add other fields.
            let own = fields.filter {
                ["x-one", "cookie", "authorization"].contains($0.0.lowercased()) || $0.1.hasPrefix("text/")
            }
            let lines = own.map { "\($0.0.lowercased()): \($0.1)" }.sorted()
            return .response(200, [], Array(([method, target] + lines).joined(separator: "\n").utf8) + body)
        case "status": return .response(number, [("Location", "/echo")], [1])
        case "fields":
            return .response(200, [("X-Two", "b, c"), ("x-one", "é"), ("X-Two", "a"), ("Empty", "")], [])
        case "body": return .response(200, [], Array(repeating: 7, count: number))
        case "many": return .response(200, (0..<number).map { ("X-\($0)", "v") }, [])
        case "cookie": return .response(200, [("Set-Cookie", "session=1; Path=/")], [])
        case "late": return .late
        case "hang": return .hang
        case "truncated": return .truncated
        default: return .response(200, [], Array(target.utf8))
        }
    }

    /// Starts the server over sockets.
    func listen() throws -> FaultServer {
        try FaultServer { [self] request, connection in
            let fields = request.fields.map { ($0.name, $0.value) }
            switch answer(request.method, request.target, fields: fields, body: request.body) {
            case .response(let status, let fields, let body):
                if request.method == "HEAD" {
                    connection.send("HTTP/1.1 \(status) OK\r\nContent-Length: 7\r\n\r\n")
                } else {
                    connection.respond(status, fields: fields, body: body)
                }
            case .late:
                connection.pause(Self.delay)
                connection.respond()
            case .hang:
                connection.waitForClose()
            case .truncated:
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
                connection.close()
            }
        }
    }

    /// Returns a transport to the server within the process.
    func transport(_ limits: TransportLimits) -> LoopbackTransport {
        LoopbackTransport(limits: limits, clock: ContinuousClock()) { _, request in
            switch request.url.path {
            case "/late": LoopbackBehavior(delay: Self.delay)
            case "/hang": LoopbackBehavior(fault: .requestLost)
            case "/truncated": LoopbackBehavior(fault: .truncated)
            case "/unreachable": LoopbackBehavior(fault: .unreachable)
            default: .immediate
            }
        } respond: { [self] request in
            let target = request.url.path + (request.url.query.map { "?" + $0 } ?? "")
            let fields = request.fields.map { ($0.name.text, $0.value) }
            guard
                case .response(let code, let answered, let body) =
                    answer(request.method.text, target, fields: fields, body: request.body)
            else { return HTTPResponse(.ok) }
            do {
                let fields = try HTTPFields(answered)
                return HTTPResponse(HTTPStatus(code) ?? .ok, fields: fields, body: request.method == .head ? [] : body)
            } catch {
                preconditionFailure("\(error)")
            }
        }
    }
}
