import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of the steps before a session, at a service that knows its codes.
struct ChallengeTests {
    private static let kinds: [(Challenge.Kind, Challenge.Purpose)] = [
        (.link(destination: "k***@x.com"), .addressConfirmation),
        (.code(length: 6, destination: nil), .addressConfirmation),
        (.link(destination: nil), .secondFactor), (.code(length: 6, destination: "k***@x.com"), .secondFactor),
        (.totp, .secondFactor),
    ]

    /// What can happen to an answer, and the only error that tells it.
    private enum Event: String, CaseIterable {
        case wrong, expired, used, tooMany, killed, cancelled, unreachable, clockBack, clockAhead

        var error: ChallengeError? {
            switch self {
            case .wrong: .wrong(attemptsLeft: 2)
            case .expired: .expired
            case .used: .used
            case .tooMany: .tooManyAttempts
            case .killed: .unknown
            case .cancelled: .service(.cancelled)
            case .unreachable: .service(.remote(.network(.unreachable)))
            case .clockBack, .clockAhead: nil
            }
        }
    }

    private let clock = ManualClock()
    private let operations = InMemoryPendingOperationRepository()
    private let sessions: any SessionRepository = InMemorySessionRepository()
    private let consents = InMemoryConsentRepository()
    private static let terms = Terms(required: [.stub("terms")])

    private func answering(
        _ service: any AccountService & ChallengeAnswering,
        terms: Terms = .none,
        consents: (any ConsentRepository)? = nil,
        dates: DateGenerator? = nil
    ) -> AnswerChallenge {
        AnswerChallenge(
            service: service,
            operations: operations,
            sessions: .stub(sessions, dates: dates ?? clock.dates),
            review: ReviewTerms(terms: terms, consents: consents ?? self.consents)
        )
    }

    private func signIn(_ service: any AccountService, terms: Terms = .none) -> SignIn {
        SignIn(
            validator: FormValidatorStub(fields: []),
            service: service,
            sessions: .stub(sessions, dates: clock.dates),
            review: ReviewTerms(terms: terms, consents: consents),
            operations: operations
        )
    }

    private func signUp(
        _ service: any AccountService & ChallengeAnswering,
        terms: Terms = .none,
        hides: Bool = false
    ) -> SignUp {
        SignUp(
            validator: FormValidatorStub(),
            service: service,
            sessions: .stub(sessions, dates: clock.dates),
            review: ReviewTerms(terms: terms, consents: consents),
            hidesAccountExistence: hides,
            confirming: answering(service)
        )
    }

    private func challenge(of step: SignInStep) throws -> Challenge {
        if case .challenge(let challenge) = step { return challenge }
        throw Missing()
    }

    private struct Missing: Error {}

    // MARK: Every answer is typed

    @Test(arguments: kinds, Event.allCases)
    private func `every step has a typed answer to whatever happens`(
        step: (kind: Challenge.Kind, purpose: Challenge.Purpose),
        event: Event
    ) async throws {
        let service = ChallengeServer(
            step.kind,
            step.purpose,
            dates: clock.dates,
            failure: event == .unreachable ? .remote(.network(.unreachable)) : nil
        )
        let challenge = try challenge(of: try await signIn(service)(.signIn()))
        let right = AccountConfirmation(code: service.code(of: challenge))
        let clock = clock
        var sut = answering(service)
        var code = right
        switch event {
        case .wrong: code = AccountConfirmation(code: "0")
        case .expired: clock.advance(by: .seconds(ChallengeServer.lifetime))
        case .used: _ = try await sut(challenge, with: right)
        case .tooMany:
            for _ in 0..<3 { _ = try? await sut(challenge, with: AccountConfirmation(code: "0")) }
        case .killed: await service.cancel(challenge)
        case .clockBack: sut = answering(service, dates: DateGenerator { clock.dates.now - 3_600 })
        case .clockAhead: sut = answering(service, dates: DateGenerator { clock.dates.now + 3_600 })
        case .cancelled, .unreachable: break
        }
        let (answer, subject) = (code, sut)
        let task = Task { try await subject(challenge, with: answer) }
        if event == .cancelled { task.cancel() }
        do {
            let result = try await task.value
            guard case .done(let opened) = result else { throw Missing() }
            #expect(event.error == nil)
            #expect(try await sessions.active() == opened.session)
        } catch let error as AnswerChallengeError {
            #expect(error == event.error.map { AnswerChallengeError($0) })
            #expect(try await sessions.active() == nil || event == .used)
            // Only a step that goes on is offered after a relaunch.
            let goesOn = event != .used && !(event.error?.endsChallenge ?? true)
            #expect(try await sut.pending() != nil || step.purpose == .secondFactor || !goesOn)
            #expect(try await sut.pending() == nil || goesOn)
        }
    }

    @Test(
        arguments: [
            (.wrong(attemptsLeft: 1), false), (.expired, false), (.used, false), (.throttled(until: nil), false),
            (.service(.cancelled), false), (.tooManyAttempts, true), (.unknown, true),
        ] as [(ChallengeError, Bool)]
    )
    func `only an error after which no answer helps ends a step`(error: ChallengeError, ends: Bool) {
        #expect(error.endsChallenge == ends)
    }

    // MARK: Sessions

    @Test(arguments: [true, false])
    func `no session starts before the answer, which decides as a sign-in would`(remember: Bool) async throws {
        let service = ChallengeServer()
        let challenge = try challenge(of: try await signIn(service)(.signIn(), remember: remember))
        #expect(try await sessions.active() == nil)
        let code = AccountConfirmation(code: service.code(of: challenge))
        guard case .done(let opened) = try await answering(service)(challenge, with: code, remember: remember) else {
            throw Missing()
        }
        #expect(opened.session.isRemembered == remember)
        #expect(try await sessions.active() == (remember ? opened.session : nil))
    }

    @Test(arguments: [Challenge.Purpose.secondFactor, .addressConfirmation])
    func `a step leads to another one, which may confirm an address, or to the sign-in`(
        purpose: Challenge.Purpose
    ) async throws {
        let next = Challenge(id: ChallengeID("2"), accountID: .stub(), kind: .totp, purpose: purpose, sentAt: .stub)
        let results: [(ChallengeOutcome, ChallengeStep)] = [
            (.challenge(next), .challenge(next)), (.confirmed, .signInRequired),
        ]
        for (outcome, expected) in results {
            let service = ChallengeServer(outcome: outcome)
            let challenge = service.begin()
            let code = AccountConfirmation(code: service.code(of: challenge))
            #expect(try await answering(service)(challenge, with: code) == expected)
            #expect(try await sessions.active() == nil)
            let isStored = outcome == .challenge(next) && purpose == .addressConfirmation
            #expect(await operations.pending().map(\.key) == (isStored ? ["2"] : []))
        }
    }

    @Test(arguments: [Challenge.Purpose.secondFactor, .addressConfirmation])
    func `without the agreement, no code is used and no session starts`(purpose: Challenge.Purpose) async throws {
        let service = ChallengeServer(.code(length: nil, destination: nil), purpose)
        let challenge = service.begin()
        let code = AccountConfirmation(code: service.code(of: challenge))
        let sut = answering(service, terms: Self.terms)
        await #expect(throws: AnswerChallengeError.termsRequired(Self.terms.required)) {
            try await sut(challenge, with: code)
        }
        #expect(try await sessions.active() == nil)
        _ = try await sut(challenge, with: code, agreeingTo: Self.terms.required)
        #expect(await consents.consents(of: .stub()).count == 1)
    }

    @Test(arguments: ["agreed", "unknown"])
    func `C6 the confirmation of an address does not reveal which IDs have agreed`(id: String) async throws {
        await consents.record([.stub(accountID: .stub("agreed"), document: Self.terms.required[0])])
        let service = ChallengeServer(.code(length: nil, destination: nil), .addressConfirmation)
        let sut = answering(service, terms: Self.terms)
        let challenge = try #require(sut.confirmation(of: .stub(id)))
        await #expect(throws: AnswerChallengeError.unknown) {
            try await sut(challenge, with: AccountConfirmation(code: "0"))
        }
    }

    @Test func `a device without a place uses no code`() async throws {
        for number in 0..<StoredSessions.limit {
            try await sessions.update { $0.begin(.stub(id: .stub("\(number)"), accountID: .stub("user\(number)"))) }
        }
        let service = ChallengeServer()
        let challenge = service.begin()
        let code = AccountConfirmation(code: service.code(of: challenge))
        await #expect(throws: AnswerChallengeError.tooManyAccounts) {
            try await answering(service)(challenge, with: code)
        }
        _ = try await service.answer(challenge, with: code)
    }

    /// What keeps an accepted answer from starting a session, and the outcome that tells it.
    private enum Obstacle: CaseIterable {
        case cancelled, deleted, notAgreed, notSaved, full

        var outcome: ChallengeStep {
            switch self {
            case .cancelled: .signInCancelled
            case .notSaved: .agreementNotSaved(.stub(.consents, .full))
            case .deleted, .notAgreed, .full: .signInRequired
            }
        }
    }

    @Test(arguments: Obstacle.allCases)
    private func `an accepted answer that starts no session says why`(obstacle: Obstacle) async throws {
        // Someone has agreed on this device, so the agreement of the account itself is asked for at the end.
        await consents.record([.stub(accountID: .stub("other"), document: Self.terms.required[0])])
        let sessions = sessions
        let service = AcceptingServer(recognizes: obstacle != .deleted) {
            switch obstacle {
            case .cancelled: withUnsafeCurrentTask { $0?.cancel() }
            case .full:
                for number in 0..<StoredSessions.limit {
                    _ = try? await sessions.update {
                        $0.begin(.stub(id: .stub("\(number)"), accountID: .stub("user\(number)")))
                    }
                }
            case .deleted, .notAgreed, .notSaved: break
            }
        }
        let sut = answering(
            service,
            terms: Self.terms,
            consents: obstacle == .notSaved ? ConsentRepositorySpy(record: .failure(.stub(.consents, .full))) : nil
        )
        let (challenge, agreed) = (service.server.begin(), obstacle == .notAgreed ? [] : Self.terms.required)
        let code = AccountConfirmation(code: service.server.code(of: challenge))
        let task = Task { try await sut(challenge, with: code, agreeingTo: agreed) }
        #expect(try await task.value == obstacle.outcome)
        #expect(try await sessions.load().sessions.contains { $0.accountID == challenge.accountID } == false)
        await #expect(throws: ChallengeError.used) { try await service.server.answer(challenge, with: code) }
    }

    @Test func `a sign-up stores the agreement, and asks for the address before the session`() async throws {
        let service = ChallengeServer(.link(destination: nil), .addressConfirmation)
        let sut = signUp(service, terms: Self.terms)
        guard case .challenge(let challenge) = try await sut(.signUp(), agreeingTo: Self.terms.required) else {
            throw Missing()
        }
        #expect(try await sessions.active() == nil)
        let code = AccountConfirmation(code: service.code(of: challenge))
        guard case .done = try await answering(service, terms: Self.terms)(challenge, with: code) else {
            throw Missing()
        }
    }

    @Test func `C7 a sign-up that hides which IDs are taken shows no step`() async throws {
        let service = ChallengeServer(.link(destination: nil), .addressConfirmation)
        #expect(try await signUp(service, hides: true)(.signUp()) == .outcomeHidden)
    }

    // MARK: Relaunches

    @Test(arguments: kinds)
    func `after a relaunch, an address can be confirmed, and a second factor begins again`(
        kind: Challenge.Kind,
        purpose: Challenge.Purpose
    ) async throws {
        let service = ChallengeServer(kind, purpose, dates: clock.dates)
        let challenge = try challenge(of: try await signIn(service)(.signIn()))
        clock.advance(by: .seconds(1))
        let pending = try await answering(service).pending()
        #expect(pending?.id == (purpose == .addressConfirmation ? challenge.id : nil))
        #expect(pending?.sentAt == pending.map { _ in challenge.sentAt })
        // No code is stored.
        let stored = await operations.pending()
        #expect(stored.map(\.accountID) == (pending == nil ? [] : [.stub()]))
        guard let pending else { return }
        let code = AccountConfirmation(code: service.code(of: challenge))
        guard case .done = try await answering(service)(pending, with: code) else { throw Missing() }
        #expect(try await answering(service).pending() == nil)
    }

    @Test func `after a relaunch, the address that a sign-up has named is known`() async throws {
        let service = ChallengeServer(.link(destination: nil), .addressConfirmation, dates: clock.dates)
        var form = AccountForm.signUp()
        form[.email] = "kim@y.com"
        guard case .challenge = try await signUp(service)(form) else { throw Missing() }
        #expect(try await answering(service).pending()?.address == EmailAddress("kim@y.com"))
    }

    @Test func `a confirmation is forgotten after a day, and when the user cancels it`() async throws {
        let service = ChallengeServer(.link(destination: nil), .addressConfirmation, dates: clock.dates)
        let challenge = try challenge(of: try await signIn(service)(.signIn()))
        clock.advance(by: .seconds(24 * 3_600))
        #expect(try await answering(service).pending()?.id == challenge.id)
        clock.advance(by: .seconds(1))
        #expect(try await answering(service).pending() == nil)

        _ = try await signIn(service)(.signIn())
        #expect(try await answering(service).pending() != nil)
        await answering(service).cancel(challenge)
        #expect(try await answering(service).pending() == nil)
    }

    @Test(arguments: PendingOperation.Action.allCases)
    func `no other operation is offered as a confirmation`(action: PendingOperation.Action) async throws {
        let operation = PendingOperation(action: action, accountID: .stub(), key: "1", begunAt: clock.dates.now)
        _ = await operations.begin(operation, forgettingBefore: .distantPast)
        let service = ChallengeServer(.link(destination: nil), .addressConfirmation)
        #expect(try await answering(service).pending()?.id.text == (action == .confirmAddress ? "1" : nil))
    }

    @Test func `the confirmations of other accounts are not forgotten`() async throws {
        let service = ChallengeServer(.link(destination: nil), .addressConfirmation, dates: clock.dates)
        for id in ["kim", "lee"] { _ = try await signIn(service)(.signIn(id: id)) }
        let last = try #require(try await answering(service).pending())
        await answering(service).cancel(last)
        #expect([last, try await answering(service).pending()].map(\.?.accountID) == [.stub("lee"), .stub("kim")])
    }

    @Test func `a store that fails loses the relaunch alone`() async throws {
        let service = ChallengeServer(.link(destination: nil), .addressConfirmation)
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: service,
            sessions: .stub(sessions, dates: clock.dates),
            operations: BrokenOperations()
        )
        _ = try challenge(of: try await sut(.signIn()))
    }

    // MARK: Messages

    @Test func `a message is sent again once a minute, and its code completes the step`() async throws {
        let service = ChallengeServer(.code(length: 6, destination: nil), .addressConfirmation, dates: clock.dates)
        let challenge = try challenge(of: try await signIn(service)(.signIn()))
        let old = service.code(of: challenge)
        let sut = answering(service)
        clock.advance(by: .seconds(59))
        await #expect(throws: ResendError.throttled(until: .stub + 60)) { try await sut.resend(challenge) }
        clock.advance(by: .seconds(1))
        let sent = try await sut.resend(challenge)
        #expect(sent.id == challenge.id && sent.sentAt == .stub + 60 && sent.resendAt == .stub + 120)
        #expect(try await answering(service).pending()?.sentAt == .stub + 60)
        await #expect(throws: AnswerChallengeError.wrong(attemptsLeft: 2)) {
            try await answering(service)(sent, with: AccountConfirmation(code: old))
        }
        _ = try await answering(service)(sent, with: AccountConfirmation(code: service.code(of: sent)))
    }

    @Test(arguments: [-3_600.0, -1, 0, 59, 60, 3_600])
    func `a clock that was set back prevents no message, and the service decides`(seconds: TimeInterval) {
        let challenge = ChallengeServer().begin()
        let isTooEarly = (0..<60).contains(seconds)
        #expect(challenge.earliestResend(at: .stub + seconds) == (isTooEarly ? .stub + 60 : nil))
    }

    @Test func `an authenticator app sends no messages`() async throws {
        // The service is not even asked.
        let service = ChallengeServer(.totp, failure: .remote(.serverError))
        await #expect(throws: ResendError.service(.notOffered)) {
            _ = try await answering(service).resend(service.begin())
        }
    }
}

/// A service that confirms addresses with an answer after which something happens.
private struct AcceptingServer: AccountService, ChallengeAnswering {
    let server = ChallengeServer(.code(length: 6, destination: nil), .addressConfirmation)
    let recognizes: Bool
    let accepted: @Sendable () async -> Void

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        try await server.register(registration)
    }

    func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> AuthenticationOutcome {
        try await server.authenticate(id, password: password)
    }

    func recognizes(_ session: Session) async -> Bool { recognizes }

    func deleteAccount(of session: Session) async -> Bool { true }

    func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge? {
        server.addressConfirmation(of: accountID, id, at: address, sentAt: sentAt)
    }

    func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome {
        let outcome = try await server.answer(challenge, with: confirmation)
        await accepted()
        return outcome
    }

    func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge { try await server.resend(challenge) }

    func cancel(_ challenge: Challenge) async { await server.cancel(challenge) }
}
