import Foundation
import Networking

/// A bare socket on its own thread, whose responses tasks await: the floor of transports that block no thread of a
/// task.
final class BareHandover: HTTPTransport {
    private let queue = DispatchQueue(label: "Benchmarks.BareHandover")
    private let descriptor: Int32
    private let bytes: [UInt8]
    private let response: HTTPResponse

    /// Connects to a port of this machine; every request sends the same bytes.
    init(port: Int, _ bytes: [UInt8]) throws {
        descriptor = BareHTTP.open(port: port)
        self.bytes = bytes
        var fields = HTTPFields()
        try fields.append(.accessToken, String(repeating: "0", count: 32))
        response = HTTPResponse(.ok, fields: fields)
    }

    deinit { close(descriptor) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let isDone = await withCheckedContinuation { continuation in
            queue.async { [descriptor, bytes] in
                continuation.resume(returning: BareHTTP.exchange(descriptor, bytes))
            }
        }
        guard isDone else { throw .truncated }
        return response
    }
}
