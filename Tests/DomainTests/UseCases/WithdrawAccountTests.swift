import Domain
import TestSupport
import Testing

struct WithdrawAccountTests {
    private static let remembered = Session.stub(isRemembered: true)
    private static let passing = Session.stub(isRemembered: false)

    private static let agreed = [Consent.stub()]

    private func makeSUT(
        withdraw: Result<Void, AuthorityFailure> = .success(()),
        save: Result<Void, StorageError> = .success(()),
        clear: Result<Void, StorageError> = .success(()),
        read: Result<[Consent], StorageError> = .success([]),
        record: Result<Void, StorageError> = .success(()),
        remove: Result<Void, StorageError> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) -> (sut: WithdrawAccount, log: MessageLog<PortMessage>) {
        let log = MessageLog<PortMessage>()
        let sut = WithdrawAccount(
            authority: AccountAuthoritySpy(log: log, withdraw: withdraw, beforeAnswering: beforeAnswering),
            sessions: SessionRepositorySpy(log: log, save: save, clear: clear),
            consents: ConsentRepositorySpy(log: log, read: read, record: record, remove: remove)
        )
        return (sut, log)
    }

    private static let wholeCourse: [PortMessage] = [
        .consents(of: .stub()), .clearSession, .removeConsents(of: .stub()), .withdraw(.stub()),
    ]

    @Test(arguments: [remembered, passing])
    func `the session goes first, then the agreements, and the account last`(session: Session) async throws {
        let (sut, log) = makeSUT()

        try await sut(session)
        #expect(log.messages == Self.wholeCourse)
    }

    @Test func `agreements that cannot be read leave everything alone`() async {
        let (sut, log) = makeSUT(read: .failure(.stub(.consents, .corrupt)))

        await #expect(throws: WithdrawAccountError.failed(.storage(.stub(.consents, .corrupt)))) {
            try await sut(Self.remembered)
        }
        #expect(log.messages == [.consents(of: .stub())])
    }

    @Test func `a session that cannot be removed leaves the agreements and the account alone`() async {
        let (sut, log) = makeSUT(clear: .failure(.stub(.session, .busy)))

        await #expect(throws: WithdrawAccountError.failed(.storage(.stub(.session, .busy)))) {
            try await sut(Self.remembered)
        }
        #expect(log.messages == [.consents(of: .stub()), .clearSession])
    }

    @Test func `a session whose token the server refuses is not brought back`() async {
        let (sut, log) = makeSUT(withdraw: .failure(.remote(.tokenRefused)))

        await #expect(throws: WithdrawAccountError.failed(.remote(.tokenRefused))) { try await sut(Self.remembered) }
        #expect(log.messages == Self.wholeCourse)
    }

    @Test func `agreements that cannot be removed leave the account alone and bring the session back`() async {
        let (sut, log) = makeSUT(read: .success(Self.agreed), remove: .failure(.stub(.consents, .full)))

        await #expect(throws: WithdrawAccountError.failed(.storage(.stub(.consents, .full)))) {
            try await sut(Self.remembered)
        }
        #expect(log.messages == Self.wholeCourse.dropLast() + [.saveSession(Self.remembered)])
    }

    @Test(arguments: [
        AuthorityFailure.storage(.stub(.accounts, .readOnly)), .corruptCredential, .busy, .hashingUnavailable,
        .cancelled,
    ])
    func `an account that cannot be deleted gets its agreements and its session back`(failure: AuthorityFailure) async {
        let (sut, log) = makeSUT(withdraw: .failure(failure), read: .success(Self.agreed))

        await #expect(throws: WithdrawAccountError.failed(failure)) { try await sut(Self.remembered) }
        #expect(log.messages == Self.wholeCourse + [.recordConsents(Self.agreed), .saveSession(Self.remembered)])
    }

    @Test func `a session that was not remembered is not put back`() async {
        let (sut, log) = makeSUT(withdraw: .failure(.busy))

        await #expect(throws: WithdrawAccountError.failed(.busy)) { try await sut(Self.passing) }
        #expect(log.messages == Self.wholeCourse)
    }

    @Test func `what cannot be put back is told with both reasons`() async {
        let (sut, log) = makeSUT(withdraw: .failure(.busy), save: .failure(.stub(.session, .full)))

        await #expect(throws: WithdrawAccountError.failedSignedOut(.busy, .stub(.session, .full))) {
            try await sut(Self.remembered)
        }
        #expect(log.messages == Self.wholeCourse + [.saveSession(Self.remembered)])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a withdrawal that is cancelled while the account is deleted is done all the same`() async throws {
        let gate = Gate()
        let (sut, log) = makeSUT { await gate.pass() }
        let task = Task { try await sut(Self.remembered) }
        await gate.arrival()
        task.cancel()
        await gate.open()

        try await task.value
        #expect(log.messages == Self.wholeCourse)
    }
}
