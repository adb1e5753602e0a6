import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Presentation
import TestSupport
import Testing

/// Tests of an app whose accounts are on a server, from the screens down to the requests.
@MainActor
struct RemoteLifeAcceptanceTests {
    private let server: InMemoryAccountServer
    private let repositories = Repositories()
    private let log = MessageLog<HTTPLogEntry>()
    private let api: AccountAPI

    init() throws {
        api = .s3(at: try HTTPURL("https://example.com"))
        server = InMemoryAccountServer(api)
    }

    private func launch(
        plan: @escaping @Sendable (Int, HTTPRequest) -> LoopbackBehavior = { _, _ in .immediate }
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

    @Test func `S3.4 S3.6 S3.7 sign-up leads back to sign-in, and the next launch restores the session`() async throws {
        let composition = launch()
        let flow = composition.makeRootFlow()
        _ = await signUp(flow)
        #expect(flow.state.value == .showing(RouteStack(.start, presenting: [.signIn])))

        let screen = flow.makeSignInViewModel()
        for (field, text) in [(AccountField.id, "kim"), (.password, "password1")] { screen.edit(field, text) }
        await screen.submit()
        guard let session = flow.state.value.routes?.session else {
            Issue.record("\(flow.state.value)")
            return
        }
        #expect(await launch().restoreSession() == .restored(session))
        #expect(try await launch().sessionVerifier?.owner(of: session).accountID == .stub("kim"))

        server.revokeTokens()
        await #expect(throws: AccountServiceFailure.tokenRefused) {
            try await launch().sessionVerifier?.owner(of: session)
        }
        #expect(await launch().restoreSession() == .none)
        #expect(log.messages.map(\.purpose) == ["signUp", "signIn", "whoAmI", "whoAmI"])
    }

    @Test(arguments: [AccountAction.requestPasswordReset, .verify, nil])
    func `a sign-up asks for the e-mail address to which the server sends messages`(action: AccountAction?)
        async throws
    {
        var api = api
        if let action { api[action] = Endpoint(.post, "/message") }
        let server = InMemoryAccountServer(api)
        let app = AppComposition(
            .remote(RemoteBackend(api: api)),
            repositories: repositories,
            transport: LoopbackTransport(server)
        )
        #expect(app.makeRootFlow().makeSignUpViewModel().state.value.form.fields.contains(.email) == (action != nil))
        var form = AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"])
        if action != nil {
            await #expect(throws: SignUpError.invalidInput([FieldIssue(field: .email, issue: .empty)])) {
                try await app.signUp(form)
            }
            form[.email] = "kim@example.com"
        }
        #expect(try await app.signUp(form) == .signInRequired)
        #expect(server.accountIDs == [.stub("kim")])
    }

    @Test func `a server that sends messages to the ID needs no other address`() throws {
        var api = api
        api[.requestPasswordReset] = Endpoint(.post, "/message")
        api[.signUp] = Endpoint(.post, "/sign-up", body: ["email": .id, "password": .password])
        let app = AppComposition(.remote(RemoteBackend(api: api)), repositories: repositories)
        #expect(app.signUpValidator.fields == [.id, .password, .confirmation])
    }

    @Test func `an app with a remote backend has no local availability check and no password change`() {
        #expect(launch().configuration.availabilityPause != nil)
        #expect(launch().makeLiveAvailabilityCheck() == nil)
        #expect(!launch().canChangePassword)
    }

    @Test func `a password change signs in again if the server has ended the session`() async throws {
        var api = api
        api[.changePassword] = Endpoint(
            .put,
            "/password",
            body: ["current": .text("$currentPassword"), "new": .text("$newPassword")],
            response: api[.whoAmI]?.response ?? ResponseFormat()
        )
        let server = InMemoryAccountServer(api)
        let app = AppComposition(
            .remote(RemoteBackend(api: api)),
            repositories: repositories,
            transport: LoopbackTransport(server)
        )
        #expect(app.canChangePassword)
        let form = AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"])
        _ = try await app.signUp(form)
        let old = try await app.signIn(form).get().session
        let flow = app.makeRootFlow()
        await flow.makeStartViewModel().start()
        let screen = flow.makeAccountViewModel(for: old)
        for current in ["wrong", "password1"] {
            #expect(app.session.state == .signedIn(old, .fresh))
            screen.edit(.currentPassword, current)
            for field in [AccountField.password, .confirmation] { screen.edit(field, "password2") }
            await screen.changePassword()
        }

        let new = try #require(flow.state.value.routes?.session)
        #expect(new.id != old.id)
        #expect(new.token != old.token)
        #expect(app.session.state == .signedIn(new, .fresh))
        #expect(flow.alerts.state.value?.subject == .notice(.passwordChanged))
        #expect(try await app.sessionVerifier?.owner(of: new).accountID == new.accountID)
        #expect(try await app.listSessions().map(\.id) == [new.id])
        await #expect(throws: SignInError.self) { try await app.signIn(form) }
    }

    @Test func `the events of a server's account are recorded on this device, like those of others`() async throws {
        let description = """
            {
              "response": {"codes": {"taken": "duplicate-account", "wrong": "invalid-credentials"}},
              "signUp": {"method": "POST", "path": "/up", "body": {"id": "$id", "password": "$password"}},
              "signIn": {
                "method": "POST", "path": "/in", "body": {"id": "$id", "password": "$password"}, "token": {"json": "t"}
              },
              "changePassword": {
                "method": "PUT", "path": "/password", "token": {"json": "t"},
                "body": {"current": "$currentPassword", "new": "$newPassword"}
              },
              "updateProfile": {"method": "PUT", "path": "/name", "body": {"name": "$name"}},
              "deleteAccount": {"method": "DELETE", "path": "/me", "body": {"password": "$currentPassword"}}
            }
            """
        let api = try AccountAPI(describedBy: Array(description.utf8), baseURL: HTTPURL("https://example.com"))
        let app = AppComposition(
            .remote(RemoteBackend(api: api)),
            repositories: repositories,
            transport: LoopbackTransport(InMemoryAccountServer(api))
        )
        let form = AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"])
        _ = try await app.signUp(form)
        await #expect(throws: SignUpError.duplicateAccount) { try await app.signUp(form) }
        var session = try await app.signIn(form).get().session
        let new = Password("password2")
        await #expect(throws: ChangePasswordError.wrongPassword) {
            try await app.changePassword(session, from: new, to: new, confirmation: new)
        }
        let outcome = try await app.changePassword(session, from: Password("password1"), to: new, confirmation: new)
        session = try #require(outcome.session)
        await #expect(throws: SignInError.invalidCredentials) { try await app.signIn(form) }
        let edit = try ProfileEdit(of: session.profile, to: AccountForm([.name: "Kim"]), fields: [.name])
        session = try #require(await app.updateProfile(of: session, edit).session)
        // The server checks the password of a deletion itself.
        await #expect(throws: DeleteAccountError.passwordRequired) { try await app.deleteAccount(session) }
        try await app.deleteAccount(session, password: new)
        let tag = AccountTag(session.accountID)
        #expect(
            try await app.securityEvents.events(of: tag).map(\.event) == [
                .signedUp(tag), .refused(tag), .signedIn(tag), .refused(tag), .passwordChanged(tag), .refused(tag),
                .profileChanged(tag), .deleted(tag),
            ]
        )
    }

    @Test func `a refused token does not remove the session of a later sign-in`() async throws {
        let form = AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"])
        #expect(try await launch().signUp(form) == .signInRequired)
        let old = try await launch().signIn(form).get().session
        server.revokeTokens()
        let new = try await launch().signIn(form).get().session

        await #expect(throws: AccountServiceFailure.tokenRefused) {
            try await launch().sessionVerifier?.owner(of: old)
        }

        #expect(new.token != old.token)
        #expect(await launch().restoreSession() == .restored(new))
    }

    @Test func `a composition and its sign-in report that the system has no transport`() async {
        let composition = AppComposition(
            .remote(RemoteBackend(api: api)),
            repositories: repositories,
            transport: UnavailableTransport(.transportUnavailable)
        )
        #expect(composition.transportError == .transportUnavailable)
        for configuration in [.remote(RemoteBackend(api: api)), AppConfiguration()] {
            #expect(AppComposition(configuration).transportError == nil)
        }
        await #expect(throws: SignInError.service(.remote(.network(.unavailable)))) {
            try await composition.signIn(AccountForm([.id: "kim", .password: "password1"]))
        }
    }

    @Test func `R2 a sign-up whose response was lost before a relaunch creates one account`() async throws {
        let folder = TemporaryFolder()
        var api = api
        api.supportsIdempotencyKeys = true
        let server = InMemoryAccountServer(api)
        let keys = MessageLog<[String]>()
        let configuration = AppConfiguration.remote(
            RemoteBackend(api: api, retry: RetryPolicy(maximumAttempts: 1)),
            storage: .folder(folder.path + "/data")
        )
        let form = AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"])
        let outcomes: [(LoopbackBehavior.Fault?, Result<SignUpOutcome, SignUpError>)] = [
            (.responseLost, .failure(.service(.remote(.outcomeUnknown)))), (nil, .success(.signInRequired)),
        ]
        for (fault, outcome) in outcomes {
            // Launches share only the files.
            let transport = LoopbackTransport(server) { _, request in
                keys.append(request.fields[.idempotencyKey])
                return LoopbackBehavior(fault: fault)
            }
            let app = AppComposition(
                configuration,
                repositories: Repositories(configuration.storage),
                transport: transport
            )
            let found: Result<SignUpOutcome, SignUpError>
            do throws(SignUpError) { found = .success(try await app.signUp(form)) } catch { found = .failure(error) }
            #expect(found == outcome)
        }
        #expect(server.accountIDs == [.stub("kim")])
        #expect(keys.messages.count == 2 && Set(keys.messages).count == 1 && keys.messages[0].count == 1)
        // No file has the password, and the operation has been removed.
        let contents = String(decoding: try folder.contents(), as: UTF8.self)
        #expect(!contents.contains("password1") && !contents.contains(keys.messages[0][0]))
    }
}
