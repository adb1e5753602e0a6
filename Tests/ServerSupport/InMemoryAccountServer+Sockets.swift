package import AccountFlowTransportTesting
package import Networking

extension InMemoryAccountServer {
    /// Starts a server that answers over sockets.
    ///
    /// - Parameter answer: Called with each request when it has arrived; a response that it returns replaces the server's.
    /// - Returns: A listening server on its own port, until it is released.
    /// - Throws: `POSIXError` if the system has no free port.
    package func listen(
        _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
    ) throws -> FaultServer {
        try FaultServer { [self] request, connection in
            do {
                var fields = HTTPFields()
                for (name, value) in request.fields {
                    let name = try HTTPFieldName(name)
                    // Fields that the transport adds are not part of the request.
                    if ["host", "content-length"].contains(name.canonical) { continue }
                    try fields.append(name, value)
                }
                let url = try HTTPURL("http://localhost" + request.target)
                let message = try HTTPRequest(HTTPMethod(request.method), url, fields: fields, body: request.body)
                let response = answer(message) ?? respond(to: message)
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
