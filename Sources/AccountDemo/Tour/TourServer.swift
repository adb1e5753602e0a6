import App
import Domain
import Networking

/// The server within the program that the tour can be played with; it outlives the launches of the tour's app.
///
/// Its answer to the first request is lost on the way, and the request is sent again under the same key: nobody notices.
struct TourServer: Sendable {
    let backend: RemoteBackend
    let transport: LoopbackTransport

    init?() {
        // The program's own URL, which is one.
        guard let base = try? HTTPURL("http://localhost") else { return nil }
        let owner = OwnerPlaces(id: JSONPath("id"), nickname: JSONPath("nickname"))
        let token = TokenPlace.json(JSONPath("token"))
        let api = AccountAPI(
            baseURL: base,
            signUp: Endpoint(
                .post,
                "/accounts",
                body: ["id": .id, "password": .password, "nickname": .field(.nickname)],
                token: token,
                owner: owner
            ),
            signIn: Endpoint(
                .post,
                "/sessions",
                body: ["id": .id, "password": .password],
                token: token,
                owner: owner
            ),
            withdraw: Endpoint(.delete, "/account"),
            takesIdempotencyKeys: true
        )
        backend = RemoteBackend(api: api)
        // On the clock of the transport, which is not that of the person who looks on, lost answers cost no time.
        transport = LoopbackTransport(AccountServer(api)) { number, _ in
            LoopbackStep(delay: .milliseconds(200), fault: number == 0 ? .truncated : nil)
        }
    }
}
