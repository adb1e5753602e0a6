package import Networking

extension HTTPResponse {
    /// A response with a JSON body and fields in the order in which they are written.
    package static func json(_ code: Int, _ body: String = "", _ fields: (String, String)...) -> HTTPResponse {
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
