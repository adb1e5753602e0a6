import App
import Domain
import Networking
import Presentation
import TestSupport
import Testing

/// An app whose accounts a server keeps, from the screens down to the requests.
@MainActor
struct RemoteLifeAcceptanceTests {
    private let server: AccountServer
    private let repositories = Repositories()
    private let log = MessageLog<HTTPLogEntry>()
    private let api: AccountAPI

    init() throws {
        api = .s3(at: try HTTPURL("https://example.com"))
        server = AccountServer(api)
    }

    private func launch(
        plan: @escaping @Sendable (Int, HTTPRequest) -> LoopbackStep = { _, _ in .prompt }
    ) -> AppComposition {
        let log = log
        return AppComposition(
            .remote(RemoteBackend(api: api, log: { log.append($0) })),
            repositories: repositories,
            transport: LoopbackTransport(server, plan: plan)
        )
    }

    private func signUp(_ flow: RootFlowViewModel) async -> SignUpViewModel {
        let screen = flow.makeSignUpViewModel()
        for (field, text) in [(AccountField.id, "kim"), (.password, "password1"), (.confirmation, "password1")] {
            screen.edit(field, text)
        }
        await screen.submit()
        return screen
    }

    @Test func `S3.4 S3.6 S3.7 sign-up leads back to sign-in, and the next launch knows who it is`() async throws {
        let composition = launch()
        let flow = composition.makeRootFlow()
        _ = await signUp(flow)
        #expect(flow.state.value == .showing(.signIn))

        let screen = flow.makeSignInViewModel()
        for (field, text) in [(AccountField.id, "kim"), (.password, "password1")] { screen.edit(field, text) }
        await screen.submit()
        guard case .showing(.welcome(let session), nil) = flow.state.value else {
            Issue.record("\(flow.state.value)")
            return
        }
        #expect(await launch().restoreSession() == .restored(session))
        #expect(try await launch().sessionVerifier?.owner(of: session).accountID == .stub("kim"))

        server.revokeTokens()
        await #expect(throws: AuthorityFailure.remote(.tokenRefused)) {
            try await launch().sessionVerifier?.owner(of: session)
        }
        #expect(await launch().restoreSession() == .none)
        #expect(log.messages.map(\.purpose) == ["sign-up", "sign-in", "who-am-i", "who-am-i"])
    }

    @Test func `S3.4 a sign-up that the server refuses is told in the server's words`() async {
        let flow = launch().makeRootFlow()
        _ = await signUp(flow)
        let second = launch().makeRootFlow()
        let screen = await signUp(second)
        let error = SignUpError.failed(.remote(.refused(ServerMessage("This ID is taken."), field: nil)))
        #expect(screen.state.value.phase == .failed(error))
        #expect(KoreanMessages().message(for: error) == "This ID is taken.")
    }

    @Test func `a system without a transport says so`() async {
        let composition = AppComposition(
            .remote(RemoteBackend(api: api)),
            repositories: repositories,
            transport: UnavailableTransport(.transportUnavailable)
        )
        await #expect(throws: SignInError.failed(.remote(.network(.unavailable)))) {
            try await composition.signIn(AccountForm([.id: "kim", .password: "password1"]))
        }
    }
}
