import Domain
import TestSupport
import Testing

struct WithdrawAccountTests {
    private static let remembered = Session.stub(isRemembered: true)
    private static let passing = Session.stub(isRemembered: false)

    private func makeSUT(
        withdraw: Result<Void, AuthorityFailure> = .success(()),
        save: Result<Void, StorageError> = .success(()),
        clear: Result<Void, StorageError> = .success(()),
        remove: Result<Void, StorageError> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) -> (sut: WithdrawAccount, log: MessageLog<PortMessage>) {
        let log = MessageLog<PortMessage>()
        let sut = WithdrawAccount(
            authority: AccountAuthoritySpy(log: log, withdraw: withdraw, beforeAnswering: beforeAnswering),
            sessions: SessionRepositorySpy(log: log, save: save, clear: clear),
            consents: ConsentRepositorySpy(log: log, remove: remove)
        )
        return (sut, log)
    }

    @Test(arguments: [remembered, passing])
    func `the session goes first, then the account, then the agreements`(session: Session) async throws {
        let (sut, log) = makeSUT()

        #expect(try await sut(session) == .complete)
        #expect(log.messages == [.clearSession, .withdraw(.stub()), .removeConsents(of: .stub())])
    }

    @Test func `a session that cannot be removed leaves the account alone`() async {
        let (sut, log) = makeSUT(clear: .failure(.stub(.session, .busy)))

        await #expect(throws: WithdrawAccountError.sessionNotCleared(.stub(.session, .busy))) {
            try await sut(Self.remembered)
        }
        #expect(log.messages == [.clearSession])
    }

    @Test(arguments: [
        AuthorityFailure.storage(.stub(.accounts, .readOnly)), .corruptCredential, .busy, .hashingUnavailable,
        .cancelled,
    ])
    func `an account that cannot be deleted gets its session back`(failure: AuthorityFailure) async {
        let (sut, log) = makeSUT(withdraw: .failure(failure))

        await #expect(throws: WithdrawAccountError.failed(failure)) { try await sut(Self.remembered) }
        #expect(log.messages == [.clearSession, .withdraw(.stub()), .saveSession(Self.remembered)])
    }

    @Test func `a session that was not remembered is not put back`() async {
        let (sut, log) = makeSUT(withdraw: .failure(.busy))

        await #expect(throws: WithdrawAccountError.failed(.busy)) { try await sut(Self.passing) }
        #expect(log.messages == [.clearSession, .withdraw(.stub())])
    }

    @Test func `a session that cannot be put back is told with both reasons`() async {
        let (sut, log) = makeSUT(withdraw: .failure(.busy), save: .failure(.stub(.session, .full)))

        await #expect(throws: WithdrawAccountError.failedSignedOut(.busy, .stub(.session, .full))) {
            try await sut(Self.remembered)
        }
        #expect(log.messages == [.clearSession, .withdraw(.stub()), .saveSession(Self.remembered)])
    }

    @Test func `agreements that remain do not undo the withdrawal`() async throws {
        let (sut, log) = makeSUT(remove: .failure(.stub(.consents, .corrupt)))

        #expect(try await sut(Self.remembered) == .consentsRemain(.stub(.consents, .corrupt)))
        #expect(log.messages == [.clearSession, .withdraw(.stub()), .removeConsents(of: .stub())])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a withdrawal that is cancelled behind the deletion still removes the agreements`() async throws {
        let gate = Gate()
        let (sut, log) = makeSUT { await gate.pass() }
        let task = Task { try await sut(Self.remembered) }
        await gate.arrival()
        task.cancel()
        await gate.open()

        #expect(try await task.value == .complete)
        #expect(log.messages == [.clearSession, .withdraw(.stub()), .removeConsents(of: .stub())])
    }
}
