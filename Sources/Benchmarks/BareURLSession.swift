#if canImport(Darwin) || URLSession
import Foundation
import Networking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// URLSession without a wrapper, as apps use it.
struct BareURLSession: HTTPTransport {
    private let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 32
        return URLSession(configuration: configuration)
    }()

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let url = URL(string: request.url.text) else { throw .unreachable }
        var message = URLRequest(url: url)
        message.httpMethod = request.method.text
        for field in request.fields { message.setValue(field.value, forHTTPHeaderField: field.name.text) }
        message.httpBody = request.body.isEmpty ? nil : Data(request.body)
        do {
            let (body, response) = try await session.data(for: message)
            guard let response = response as? HTTPURLResponse, let status = HTTPStatus(response.statusCode) else {
                throw TransportError.invalidResponse
            }
            var fields = HTTPFields()
            if let token = response.value(forHTTPHeaderField: "accessToken") { try fields.append(.accessToken, token) }
            return HTTPResponse(status, fields: fields, body: Array(body))
        } catch {
            throw .invalidResponse
        }
    }
}
#endif
