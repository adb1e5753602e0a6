package import Domain

/// A transport that accepts every request of an API without a server, to find out which requests an app sends.
package struct AcceptingTransport: HTTPTransport {
    private let api: AccountAPI
    private let texts: [AccountField: String]

    /// Creates a transport whose responses are about one account.
    package init(_ api: AccountAPI, owner: Registration) {
        self.api = api
        texts = Profile.fields.reduce(into: [.id: owner.id.text]) { texts, field in
            texts[field.field] = field.text(in: owner.profile)
        }
    }

    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let endpoint = AccountAction(rawValue: request.options.purpose).flatMap({ api[$0] }) else {
            throw .unreachable
        }
        return ResponseWriter(endpoint: endpoint).acceptance(
            token: "accepted-access",
            refreshToken: "accepted-refresh",
            captured: "captured",
            key: "1",
            texts: texts
        )
    }
}
