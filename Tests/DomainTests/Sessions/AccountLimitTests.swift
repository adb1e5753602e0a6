import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the number of accounts that can be signed in at once.
@Suite(.timeLimit(.minutes(5)))
struct AccountLimitTests {
    private let app = SessionApp()

    private static let counts = [StoredSessions.limit - 1, StoredSessions.limit, StoredSessions.limit + 1]

    private func fill(_ count: Int, remember: Bool) async throws {
        for number in 0..<min(count, StoredSessions.limit) {
            _ = try await app.signIn("person\(number)", remember: remember)
        }
        // An earlier version may have had a higher limit.
        guard count > StoredSessions.limit, remember else { return }
        try await app.store.update { $0.begin(.stub(id: .stub("more"), accountID: .stub("more"))) }
    }

    @Test(arguments: counts, [true, false])
    func `a sign-in to one account too many is refused before its password is checked`(count: Int, remember: Bool)
        async throws
    {
        try await fill(count, remember: remember)
        let log = MessageLog<PortCall>()
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(log: log),
            sessions: app.current
        )
        if count < StoredSessions.limit {
            _ = try await sut(.signIn())
        } else {
            await #expect(throws: SignInError.tooManyAccounts) { try await sut(.signIn()) }
            #expect(log.messages == [])
            // An account that is signed in needs no other place.
            if count == StoredSessions.limit { _ = try await app.signIn("person0", remember: remember) }
        }
        #expect(try await app.list().count == (count > StoredSessions.limit && remember ? count : StoredSessions.limit))
    }

    @Test(arguments: [true, false])
    func `expired sessions leave their places to others`(remember: Bool) async throws {
        let app = SessionApp(policy: SessionPolicy(lifetime: 100))
        for number in 0..<StoredSessions.limit {
            _ = try await app.signIn("person\(number)", remember: remember)
        }
        app.clock.advance(by: .seconds(99))
        await #expect(throws: SignInError.tooManyAccounts) { try await app.signIn("late") }
        app.clock.advance(by: .seconds(1))
        let late = try await app.signIn("late")
        #expect(app.current.state == .signedIn(late, .fresh))
        if remember { #expect(try await app.list().count == 2) }
    }

    @Test(arguments: counts)
    func `a sign-up of one account too many registers nothing`(count: Int) async throws {
        try await fill(count, remember: true)
        let log = MessageLog<PortCall>()
        let sut = SignUp(validator: FormValidatorStub(), service: AccountServiceSpy(log: log), sessions: app.current)
        if count < StoredSessions.limit {
            #expect(try await sut(.signUp()).session != nil)
        } else {
            await #expect(throws: SignUpError.tooManyAccounts) { try await sut(.signUp()) }
            #expect(log.messages == [])
        }
    }

    @Test(arguments: [true, false])
    func `sign-ins at the same time take no more places than there are`(remember: Bool) async throws {
        try await fill(StoredSessions.limit - 1, remember: remember)
        let (gate, log) = (Gate(), MessageLog<PortCall>())
        let count = await withTaskGroup { [app] group in
            for number in 0..<5 {
                let authentication = Authentication(
                    accountID: .stub("late\(number)"),
                    profile: Profile(nickname: .stub()),
                    tokens: await app.server.signIn()
                )
                let service = AccountServiceSpy(
                    log: log,
                    authenticate: .success(.authenticated(authentication)),
                    beforeAnswering: { await gate.pass() }
                )
                let sut = SignIn(validator: FormValidatorStub(fields: []), service: service, sessions: app.current)
                group.addTask {
                    do throws(SignInError) {
                        _ = try await sut(.signIn(id: "late\(number)"), remember: remember)
                        return 1
                    } catch {
                        #expect(error == .tooManyAccounts)
                        return 0
                    }
                }
            }
            await log.arrival(of: 5)
            await gate.open()
            return await group.reduce(0, +)
        }
        #expect(count == 1)
        #expect(try await app.list().count == StoredSessions.limit)
        // The server ends the sessions that found no place.
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (try await app.list().count))
    }

    @Test func `a sign-up whose place was taken meanwhile requires a sign-in later`() async throws {
        try await fill(StoredSessions.limit - 1, remember: true)
        let sut = SignUp(
            validator: FormValidatorStub(),
            service: AccountServiceSpy(beforeAnswering: { [app] in _ = try? await app.signIn("late") }),
            sessions: app.current
        )
        #expect(try await sut(.signUp()) == .signInRequired)
        #expect(try await app.list().count == StoredSessions.limit)
    }
}
