import AccountFlowTransportTesting
import Networking

extension AccountServer {
    /// The same server over sockets.
    func listen() throws -> FaultServer {
        try FaultServer { [self] request, connection in
            do {
                var fields = HTTPFields()
                for (name, value) in request.fields {
                    let name = try HTTPFieldName(name)
                    // The transport's own fields are no part of a request.
                    if ["host", "content-length"].contains(name.canonical) { continue }
                    try fields.append(name, value)
                }
                let url = try HTTPURL("http://localhost" + request.target)
                let message = try HTTPRequest(HTTPMethod(request.method), url, fields: fields, body: request.body)
                let response = respond(to: message)
                connection.respond(
                    response.status.code,
                    fields: response.fields.map { ($0.name.text, $0.value) },
                    body: response.body
                )
            } catch {
                connection.respond(400)
            }
        }
    }
}
