import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Presentation
import Testing

@MainActor
struct GuideTests {
    private static let pages = ["README", "UIKit", "SwiftUI", "Terminal"]
    nonisolated private static let examples = [
        "BindingExample", "ArrangementExample", "TerminalExample", "FlowExample", "LinkExample", "StepExample",
    ]

    private func text(of path: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    private func code(in page: String) throws -> [String] {
        try text(of: "../../../Docs/Guides/\(page).md").components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```\n")[0] }
    }

    @Test(arguments: examples)
    func `an example that is compiled here is in a guide`(example: String) throws {
        let example = try text(of: example + ".swift")
        #expect(try Self.pages.contains { try code(in: $0).contains(example) })
    }

    @Test func `S4.10 the examples bind a view model to a screen, as the guides say`() async {
        var shown: [String] = []
        var drawn: [[String]] = []
        let states: AsyncStream<SignInState>
        do {
            let model = SignInViewModel.stub()
            states = model.state.values
            let binding = SignInBinding(
                model,
                messages: EnglishMessages(),
                showHint: { shown.append("\($0): \($1 ?? "-")") },
                enableAction: { shown.append($0 ? "enabled" : "disabled") }
            )
            model.edit(.id, "ok")
            model.edit(.password, "ok")
            model.edit(.id, "")
            model.leave(.id)
            withExtendedLifetime(binding) {}
        }
        await draw(states, in: EnglishMessages()) { drawn.append($0) }

        #expect(shown == ["id: -", "password: -", "disabled", "enabled", "disabled", "id: Enter your ID."])
        #expect(drawn.first == ["ID: ", "Password: ", "(Sign in)"])
        #expect(drawn[2] == ["ID: ok", "Password: ••", "⟨Sign in⟩"])
        #expect(drawn.last == ["ID: ", "  ✘ Enter your ID.", "Password: ••", "(Sign in)"])
        #expect(arrangement(width: 400, height: 100, isCompact: true).scrolls)
    }

    @Test func `S4.7 the example's stack of screens follows the flow`() async {
        let flow = RootFlowViewModel.stub(launchStyle: .mainScreen, sessions: InMemorySessionRepository())
        let stack = ScreenStack(flow)
        #expect(stack.screens.isEmpty)
        await flow.launch()
        guard case .home(let home) = stack.screens.last?.model else { return #expect(Bool(false), "no main screen") }
        await home.performAction()
        guard case .signIn(let login) = stack.screens.last?.model else { return #expect(Bool(false), "no Sign-in") }
        #expect(stack.screens.count == 2)

        login.fill(.signIn())
        await login.submit()

        guard case .home(let present) = stack.screens.last?.model else { return #expect(Bool(false), "no main screen") }
        #expect(stack.screens.count == 1)
        #expect(present === home)
        #expect(home.state.value.action == .signOut)
    }

    @Test func `the example shows the link of a message, also if it opens the app`() async throws {
        let server = ChallengeServer(.link(destination: "k***@x.com"), .addressConfirmation, outcome: .confirmed)
        let operations = InMemoryPendingOperationRepository()
        let service = LocalAccountService(
            accounts: InMemoryAccountRepository(),
            hasher: PasswordHasherStub(),
            dates: .constant(.stub),
            identifiers: .sequential()
        )
        func makeFlow() -> RootFlowViewModel {
            .stub(
                launchStyle: .signInScreen,
                service: server,
                resetting: service,
                operations: operations,
                answering: server
            )
        }
        let first = makeFlow()
        await first.launch()
        let signIn = first.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        guard case .challenge(let challenge, _) = first.state.value.route else {
            return #expect(Bool(false), "no step")
        }

        let flow = makeFlow()
        let verification = try #require(URL(string: "https://x.com/verify/MQ/\(server.code(of: challenge))"))
        #expect(await show(verification, in: flow))
        guard case .challenge(let step, let context) = flow.state.value.route else {
            return #expect(Bool(false), "no step")
        }
        let model = flow.makeChallengeViewModel(for: step, context)
        #expect(
            lines(of: model.state.value, in: EnglishMessages()) == [
                "Confirm your address with the link in the message to k***@x.com. Paste it as the code.",
                "Code: \(server.code(of: challenge))", "⟨Continue⟩",
            ]
        )
        await model.submit()
        #expect(await show(verification, in: flow) == false)

        let reset = try #require(URL(string: "https://x.com/reset/MQ/code"))
        let launched = makeFlow()
        async let launch: Void = launched.launch()
        #expect(await show(reset, in: launched))
        await launch
        #expect(launched.state.value.route == .passwordReset(AccountConfirmation(code: "code", uid: "MQ")))
        #expect(await show(try #require(URL(string: "https://x.com/")), in: launched) == false)
    }

    @Test func `the example shows the key of an authenticator app, also as a QR code`() throws {
        let setup = TOTPSetup(
            secret: try #require(TOTPSecret(base32: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")),
            revealedURI: "otpauth://totp/kim?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
        )
        let shown = lines(of: .confirming(setup), in: EnglishMessages())
        #expect(shown.last == "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
        #expect(shown.count > 10)
        #expect(Set(shown.dropLast(2).map(\.count)).count == 1)
        #expect(lines(of: .checking, in: EnglishMessages()) == [])
    }
}
