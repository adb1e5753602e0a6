import AccountFlowTesting
import Domain
import Testing

struct SignOutTests {
    private func makeSUT(clear: Result<Void, StorageError>) -> (sut: SignOut, log: MessageLog<PortCall>) {
        let log = MessageLog<PortCall>()
        return (SignOut(sessions: SessionRepositorySpy(log: log, clear: clear)), log)
    }

    @Test func `sign-out removes the session and changes nothing else`() async {
        let (sut, log) = makeSUT(clear: .success(()))

        #expect(await sut() == .complete)
        #expect(log.messages == [.clearSession])
    }

    @Test func `a session that cannot be cleared is reported, not thrown`() async {
        let (sut, log) = makeSUT(clear: .failure(.stub(.session, .readOnly)))

        #expect(await sut() == .sessionRemains(.stub(.session, .readOnly)))
        #expect(log.messages == [.clearSession])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a cancelled task still signs out`() async {
        let (sut, log) = makeSUT(clear: .success(()))
        let gate = Gate()
        let task = Task {
            await gate.pass()
            return await sut()
        }
        await gate.open { task.cancel() }

        #expect(await task.value == .complete)
        #expect(log.messages == [.clearSession])
    }
}
