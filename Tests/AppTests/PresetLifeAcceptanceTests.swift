import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Networking
import Presentation
import TestSupport
import Testing

/// Tests of every preset on real files, through its screens and several launches, with accounts on this device, on a
/// server within the process, and on one behind a socket.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PresetLifeAcceptanceTests {
    @Test(arguments: PresetCase.all)
    func `S0.3 S1.1 S1.9 S2.2 S2.8 S3.6 S3.7 a user stays signed in across launches until sign-out`(life: PresetCase)
        async throws
    {
        let life = try PresetLife(life)
        await life.signUp()
        var launch = await life.launch()
        // Most sign-ups sign in as well.
        if launch.session == nil { await launch.signIn() }
        let session = try #require(launch.session)

        launch = await life.launch()
        #expect(launch.session == session)
        await launch.signOut()
        #expect(launch.session == nil)

        launch = await life.launch()
        #expect(launch.session == nil)
        #expect(try !life.holds(session.token.digest.revealed))
        if let token = session.token.revealed { #expect(try !life.holds(token)) }
        await launch.signIn()
        let again = try #require(launch.session)
        #expect(again.accountID == session.accountID)
        #expect(again.token != session.token)
        #expect(await life.launch().session == again)
    }

    @Test(arguments: PresetCase.all, [true, false])
    func `S3.5 the check box decides if the next launch restores the session`(
        life: PresetCase,
        remembers: Bool
    ) async throws {
        let life = try PresetLife(life)
        await life.signUp()
        var launch = await life.launch()
        if launch.session != nil { await launch.signOut() }
        await launch.signIn(remember: remembers)
        let session = try #require(launch.session)
        #expect(session.token.revealed?.isEmpty == false)
        #expect(
            try await launch.app.sessionVerifier?.owner(of: session).accountID ?? session.accountID == session.accountID
        )

        // Only the digest of a local token is stored.
        let stored = session.token.isIssuedHere ? session.token.digest.revealed : session.token.revealed
        #expect(try life.holds(stored ?? "") == remembers)

        launch = await life.launch()
        #expect(launch.session == (remembers ? session : nil))
        if let restored = launch.session, let verifier = launch.app.sessionVerifier {
            #expect(try await verifier.owner(of: restored).accountID == session.accountID)
        }
    }

    @Test(arguments: PresetCase.local + PresetCase.onServers.filter { $0.preset != .signIn })
    func `S1.10 after a relaunch a deleted account is in no file, and its ID is free`(life: PresetCase) async throws {
        let life = try PresetLife(life)
        await life.signUp()
        var launch = await life.launch()
        if launch.session != nil { await launch.signOut() }
        await launch.signIn()
        let session = try #require(launch.session)
        launch = await life.launch()
        _ = await launch.deleteAccount()
        #expect(launch.session == nil)

        let token = session.token
        for trace in [
            life.form[.id], "Kim", token.revealed ?? "", token.digest.revealed, AccountTag(session.accountID).digits,
        ] {
            #expect(try trace.isEmpty || !life.holds(trace), "\(trace)")
        }
        launch = await life.launch()
        await launch.signIn()
        #expect(launch.session == nil)
        await launch.signUp()
        if launch.session == nil { await launch.signIn() }
        #expect(launch.session?.accountID == session.accountID)
    }

    @Test(arguments: PresetCase.signIn)
    func `S0.3 without a deletion endpoint, a deletion fails and changes nothing`(life: PresetCase) async throws {
        let life = try PresetLife(life)
        var launch = await life.launch()
        await launch.signIn()
        let session = try #require(launch.session)
        launch = await life.launch()
        let screen = await launch.deleteAccount()
        #expect(!screen.state.value.offersDeletion && screen.state.value.phase == .idle)
        await screen.deleteAccount()
        #expect(screen.state.value.phase == .failed(.service(.notOffered)))
        #expect(await life.launch().session == session)
    }

    @Test(arguments: PresetCase.shop)
    func `S4.1 S4.2 an agreement is stored until the account is deleted`(life: PresetCase) async throws {
        let life = try PresetLife(life)
        await life.signUp()
        var launch = await life.launch()
        if launch.session != nil { await launch.signOut() }
        // The account comes from a device without these terms.
        for consent in try await life.consents() {
            try await Repositories(launch.app.configuration.storage).consents.removeAll(of: consent.accountID)
        }
        var screen = await launch.openSignIn()
        #expect(screen.state.value.terms?.layout == .full)
        for field in [AccountField.id, .password] { screen.edit(field, life.form[field]) }
        await screen.submit()
        let terms = AppConfiguration.shop.terms.required
        #expect(launch.flow.alerts.state.value?.subject == .termsRequired(terms))
        #expect(try await life.consents() == [])

        // The app quits while it shows the question.
        launch = await life.launch()
        #expect(launch.session == nil)
        await launch.signIn()
        let session = try #require(launch.session)
        launch = await life.launch()
        #expect(launch.session == session)
        #expect(try await life.consents().map(\.document) == terms)

        await launch.signOut()
        launch = await life.launch()
        screen = await launch.openSignIn()
        #expect(screen.state.value.terms?.layout == .link)
        for field in [AccountField.id, .password] { screen.edit(field, life.form[field]) }
        await screen.submit()
        #expect(launch.flow.alerts.state.value == nil)
        #expect(launch.session?.accountID == session.accountID)

        _ = await launch.deleteAccount()
        launch = await life.launch()
        #expect(try await life.consents() == [])
        #expect(await launch.openSignIn().state.value.terms?.layout == .full)
    }

    @Test(arguments: PresetCase.remote)
    func `S3.1 sign-up requires every field, and the server receives five of them as JSON`(life: PresetCase)
        async throws
    {
        let life = try PresetLife(life)
        let launch = await life.launch()
        await launch.openSignIn().switchToSignUp()
        let screen = launch.flow.makeSignUpViewModel()
        var enabled: [AccountField: Bool] = [:]
        for field in screen.state.value.form.fields {
            screen.edit(field, life.form[field])
            enabled[field] = screen.state.value.canSubmit
        }
        // Each of them is required.
        let fields: [AccountField] = [.id, .password, .confirmation, .name, .email, .phone]
        #expect(screen.state.value.form.fields == fields)
        #expect(enabled.filter(\.value).map(\.key) == [.phone])
        await screen.submit()
        #expect(launch.flow.state.value.route == .signIn)

        let request = try #require(life.requests.messages.first)
        #expect(life.requests.messages.count == 1)
        #expect(request.method == .post)
        #expect(request.url.path == "/sign-up")
        #expect(request.fields[.contentType] == ["application/json"])
        #expect(request.fields[.acceptLanguage] == ["en"])
        #expect(
            try JSONValue(reading: request.body)
                == .object([
                    "id": .string("kimkim"), "password": .string("passphrase"), "name": .string("김철수"),
                    "email": .string("kim@example.com"), "phone": .string("010-1234-5678"),
                ])
        )
    }
}
