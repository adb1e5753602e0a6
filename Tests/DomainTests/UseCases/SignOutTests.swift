import AccountFlowTesting
import Domain
import Testing

struct SignOutTests {
    private let log = MessageLog<PortCall>()

    private func makeSUT(
        _ session: Session? = .stub(),
        update: Result<Void, StorageError> = .success(()),
        clear: Result<Void, StorageError> = .success(())
    ) -> SignOut {
        SignOut(
            sessions: .stub(SessionRepositorySpy(log: log, load: .success(session), update: update, clear: clear))
        )
    }

    @Test(arguments: [.stub(), nil] as [Session?])
    func `sign-out removes the session and changes nothing else`(session: Session?) async {
        #expect(await makeSUT(session)() == .complete)
        #expect(log.messages == [.changeSessions(StoredSessions())])
    }

    @Test func `a session that cannot be removed is reported, not thrown`() async {
        let error = StorageError.stub(.session, .readOnly)
        #expect(await makeSUT(update: .failure(error))() == .sessionRemains(error))
        #expect(log.messages == [.changeSessions(StoredSessions()), .loadSessions])
    }

    @Test(arguments: [.success(()), .failure(.stub(.session, .readOnly))] as [Result<Void, StorageError>])
    func `sessions that cannot be read are removed`(removal: Result<Void, StorageError>) async {
        let sut = makeSUT(update: .failure(.stub(.session, .corrupt)), clear: removal)
        let outcome = await sut()
        switch removal {
        case .success: #expect(outcome == .complete)
        case .failure(let error): #expect(outcome == .sessionRemains(error))
        }
        #expect(log.messages == [.changeSessions(StoredSessions()), .clearSessions, .loadSessions])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a cancelled task still signs out`() async {
        let sut = makeSUT()
        let gate = Gate()
        let task = Task {
            await gate.pass()
            return await sut()
        }
        await gate.open { task.cancel() }

        #expect(await task.value == .complete)
        #expect(log.messages == [.changeSessions(StoredSessions())])
    }
}
