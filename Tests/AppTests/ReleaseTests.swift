import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

/// Tests that nothing is left of an app that its owner has released, whatever its user did.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReleaseTests {
    /// What a user does in an app; the result are the objects of the app.
    struct Life: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let live: @MainActor @Sendable (Launch) async throws -> [Any]

        init(_ name: String, _ live: @escaping @MainActor @Sendable (Launch) async throws -> [Any]) {
            testDescription = name
            self.live = live
        }
    }

    /// One launch of an app with a server.
    @MainActor
    struct Launch {
        let app: AppComposition
        let flow: RootFlowViewModel
        let server: InMemoryAccountServer
        let repositories: Repositories

        init(on repositories: Repositories = Repositories(), termsVersion: Int = 1) throws {
            let url = try HTTPURL("https://example.com")
            let (token, refreshToken) = (JSONPath("data", "token"), JSONPath("data", "refreshToken"))
            var api = AccountAPI.s3(at: url)
            api[.signUp]?.token = .json([token])
            api[.signUp]?.refreshToken = .json([refreshToken])
            api[.signIn]?.refreshToken = .json([refreshToken])
            api[.signOut] = Endpoint(.post, "/sign-out")
            api[.signOutOtherDevices] = Endpoint(.post, "/sign-out-others")
            api[.signOutEverywhere] = Endpoint(.post, "/sign-out-everywhere")
            api[.changePassword] = Endpoint(
                .post,
                "/password",
                body: ["old": .text("$currentPassword"), "new": .text("$newPassword")],
                token: .json([token]),
                refreshToken: .json([refreshToken])
            )
            api[.refresh] = Endpoint(
                .post,
                "/refresh",
                body: ["refreshToken": .text("$refreshToken")],
                token: .json([token]),
                refreshToken: .json([refreshToken])
            )
            server = InMemoryAccountServer(api)
            var configuration = AppConfiguration.remote(RemoteBackend(api: api))
            configuration.policy = .nonEmpty
            configuration.terms = Terms(
                required: [.stub(version: termsVersion)],
                optional: [.stub("news")]
            )
            self.repositories = repositories
            app = AppComposition(configuration, repositories: repositories, transport: LoopbackTransport(server))
            flow = app.makeRootFlow()
        }

        func signUp(_ id: String) async -> [Any] {
            let screen = flow.makeSignUpViewModel()
            for field in [AccountField.password, .confirmation] { screen.edit(field, "password1") }
            screen.edit(.id, id)
            for document in screen.state.value.terms?.terms.documents ?? [] { screen.agree(to: document) }
            await screen.submit()
            let home = flow.makeHomeViewModel(for: flow.state.value.routes?.session)
            return [app, flow, screen, home]
        }

        func signIn(_ id: String, _ password: String = "password1") async -> [Any] {
            let screen = flow.makeSignInViewModel()
            await screen.appear()
            screen.edit(.id, id)
            screen.edit(.password, password)
            await screen.submit()
            return [app, flow, screen]
        }

        /// Signs out beside the screens, and waits until they show that.
        func signOut() async {
            _ = await app.signOut()
            await flow.noticeChanges()
        }

        /// Sends a request of the app itself.
        func call() async throws -> any HTTPTransport {
            let url = try HTTPURL("https://example.com/account")
            let transport = try #require(app.transport(to: [url]))
            do {
                _ = try await transport.send(HTTPRequest(.get, url))
            } catch TransportError.session {}
            return transport
        }
    }

    nonisolated static let lives = [
        Life("a launch") { launch in
            await launch.flow.launch()
            return [launch.app, launch.flow, launch.flow.makeStartViewModel()]
        },
        Life("a sign-up") { await $0.signUp("kim") },
        Life("a sign-up with a taken ID") { launch in
            let first = await launch.signUp("kim")
            return first + (await launch.signUp("kim"))
        },
        Life("a wrong password") { launch in
            let first = await launch.signUp("kim")
            await launch.signOut()
            return first + (await launch.signIn("kim", "wrong"))
        },
        Life("a sign-in of an existing account") { launch in
            let first = await launch.signUp("kim")
            await launch.signOut()
            let objects = first + (await launch.signIn("kim"))
            #expect(launch.flow.state.value.routes?.session?.accountID.text == "kim")
            return objects
        },
        Life("a change of the password") { launch in
            let objects = await launch.signUp("kim")
            let session = try #require(launch.flow.state.value.routes?.session)
            (objects.last as? HomeViewModel)?.openAccount()
            let account = launch.flow.makeAccountViewModel(for: session)
            account.edit(.currentPassword, "password1")
            for field in [AccountField.password, .confirmation] { account.edit(field, "password2") }
            await account.changePassword()
            let new = try #require(launch.flow.state.value.routes?.session)
            #expect(new.id != session.id)
            return objects + [account]
        },
        Life("an agreement to new terms") { launch in
            let objects = await launch.signUp("kim")
            let next = try Launch(on: launch.repositories, termsVersion: 2)
            let start = next.flow.makeStartViewModel()
            await start.start()
            guard case .agreement(let session, let documents)? = next.flow.state.value.route else {
                Issue.record("\(next.flow.state.value)")
                return objects
            }
            let screen = next.flow.makeAgreementViewModel(for: session, to: documents)
            for document in documents { screen.agree(to: document) }
            await screen.submit()
            #expect(next.flow.state.value.routes?.session?.id == session.id)
            return objects + [next.app, next.flow, start, screen]
        },
        Life("the withdrawal of a consent") { launch in
            let objects = await launch.signUp("kim")
            let session = try #require(launch.flow.state.value.routes?.session)
            let consents = try await launch.app.withdrawConsent(to: "news", by: session)
            #expect(consents.contains { $0.withdrawnAt != nil })
            return objects
        },
        Life("a start without a session that cannot be read") { launch in
            let folder = TemporaryFolder()
            try Data("garbage".utf8).write(to: URL(filePath: folder.path + "/session.json"))
            let next = try Launch(on: Repositories(folder: StorageDirectory(path: folder.path)))
            let start = next.flow.makeStartViewModel()
            await start.start()
            start.askToStartOver()
            await next.flow.alerts.answer(.startOver)
            #expect(FileManager.default.fileExists(atPath: folder.path + "/session.json.damaged-1"))
            return [launch.app, next.app, next.flow, start] + (await next.signUp("kim"))
        },
        Life("a sign-out of the other devices, and of all") { launch in
            let objects = await launch.signUp("kim")
            try await launch.app.signOutOtherDevices()
            #expect(await launch.app.signOut(everywhere: true) == .pending)
            #expect(await launch.app.deliverSignOuts() == 0)
            return objects
        },
        Life("a sign-out, which the server hears") { launch in
            let objects = await launch.signUp("kim")
            await launch.signOut()
            #expect(await launch.app.deliverSignOuts() == 0)
            return objects
        },
        Life("a deletion") { launch in
            let objects = await launch.signUp("kim")
            let account = launch.flow.makeAccountViewModel(for: try #require(launch.flow.state.value.routes?.session))
            account.askToDeleteAccount()
            await launch.flow.alerts.answer(.deleteAccount)
            #expect(launch.server.accountIDs == [])
            return objects + [account]
        },
        Life("a switch") { launch in
            let objects = await launch.signUp("kim") + (await launch.signUp("lee"))
            let switcher = launch.flow.makeAccountSwitcherViewModel()
            await switcher.appear()
            await switcher.switchTo(try #require(switcher.state.value.items.first).id)
            #expect(launch.flow.state.value.routes?.session?.accountID.text == "kim")
            await switcher.signOutAll()
            return objects + [switcher]
        },
        Life("a refresh") { launch in
            let objects = await launch.signUp("kim")
            launch.server.expireTokens()
            return objects + [try await launch.call()]
        },
        Life("a session that the server ends") { launch in
            let objects = await launch.signUp("kim")
            launch.server.revokeTokens()
            let transport = try await launch.call()
            for await alert in launch.flow.alerts.state.values where alert != nil { break }
            return objects + [transport]
        },
        Life("a reader of the states, which still waits") { launch in
            let objects = await launch.signUp("kim")
            let (states, began) = (launch.app.states, Gate())
            Task {
                for await _ in states { await began.open() }
            }
            await began.pass()
            return objects
        },
        Life("a restart") { launch in
            let objects = await launch.signUp("kim")
            return objects + [await launch.app.restoreSession()]
        },
        Life("a change of the profile") { _ in
            let local = try await LocalLaunch()
            let screen = local.flow.makeProfileViewModel(for: local.session)
            await screen.appear()
            screen.edit(.nickname, "Kimmy")
            await screen.save()
            #expect(local.flow.state.value.routes?.session?.profile.nickname?.text == "Kimmy")
            return local.objects + [screen]
        },
        Life("one-time passwords, and the step of a sign-in") { _ in
            let local = try await LocalLaunch()
            let screen = try await local.turnOnTOTP()
            let (signIn, step) = try await local.signInToStep()
            step.edit(.code, local.nextOneTimePassword())
            await step.submit()
            #expect(local.flow.state.value.routes?.session?.accountID.text == "kim")
            return local.objects + [screen, signIn, step]
        },
        Life("an abandoned step of a sign-in, and a password reset") { _ in
            let local = try await LocalLaunch()
            let screen = try await local.turnOnTOTP()
            let (signIn, step) = try await local.signInToStep()
            await step.cancel()
            let reset = local.flow.makePasswordResetViewModel(with: nil)
            await reset.appear()
            let code = try #require(local.recoveryCode)
            let texts = [AccountField.id: "kim", .code: code, .password: "password2", .confirmation: "password2"]
            for (field, text) in texts { reset.edit(field, text) }
            await reset.submit()
            #expect(reset.state.value.stage == .done)
            return local.objects + [screen, signIn, step, reset]
        },
        Life("a recovery code, and an export") { _ in
            let local = try await LocalLaunch()
            let code = local.flow.makeAccountViewModel(for: local.session)
            code.edit(.currentPassword, "password1")
            await code.makeRecoveryCode()
            _ = try #require(local.recoveryCode)
            let export = local.flow.makeAccountViewModel(for: local.session)
            export.edit(.currentPassword, "password1")
            await export.exportAccount()
            #expect(export.state.value.export != nil)
            return local.objects + [code, export]
        },
    ]

    @Test(arguments: lives, [false, true])
    func `no object of an app is left after its release`(life: Life, shutsDown: Bool) async throws {
        var witnesses = Witnesses()
        do {
            let launch = try Launch()
            let objects = try await life.live(launch)
            for object in objects { witnesses.add(object) }
            if shutsDown {
                for case let app as AppComposition in objects { await app.shutDown() }
            }
        }
        // The tasks of the app end by themselves.
        for _ in 0..<10_000 where !witnesses.left.isEmpty { await Task.yield() }
        #expect(witnesses.count > 10)
        #expect(witnesses.left == [])
    }
}
