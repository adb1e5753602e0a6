import Domain
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct RestoreSessionTests {
    private func makeSUT(
        load: Result<Session?, StorageError>,
        now: Date = .stub
    ) -> (sut: RestoreSession, log: MessageLog<PortMessage>) {
        let log = MessageLog<PortMessage>()
        return (RestoreSession(sessions: SessionRepositorySpy(log: log, load: load), dates: .constant(now)), log)
    }

    @Test func `a stored session goes on`() async {
        let (sut, log) = makeSUT(load: .success(.stub()))

        #expect(await sut() == .restored(.stub()))
        #expect(log.messages == [.loadSession])
    }

    @Test func `a stored session that was not to be remembered is not restored`() async {
        let (sut, _) = makeSUT(load: .success(.stub(isRemembered: false)))

        #expect(await sut() == .none)
    }

    @Test func `where no session is stored nobody is remembered`() async {
        let (sut, log) = makeSUT(load: .success(nil))

        #expect(await sut() == .none)
        #expect(log.messages == [.loadSession])
    }

    @Test(arguments: [(-0.001, true), (0, false), (0.001, false)])
    func `a session that has ended is not restored, and not deleted`(seconds: Double, isRestored: Bool) async {
        let session = Session.stub(expiresAt: .stub)
        let (sut, log) = makeSUT(load: .success(session), now: .stub + seconds)

        #expect(await sut() == (isRestored ? .restored(session) : .none))
        #expect(log.messages == [.loadSession])
    }

    @Test(arguments: [
        StorageError.Reason.corrupt, .unsupportedVersion(2), .replaced, .busy, .readOnly, .notPermitted, .full,
        .unsafeLocation,
        .failed(code: 5),
    ])
    func `a store that cannot be read is not one without a session`(reason: StorageError.Reason) async {
        let (sut, log) = makeSUT(load: .failure(.stub(.session, reason)))

        #expect(await sut() == .unavailable(.stub(.session, reason)))
        #expect(log.messages == [.loadSession])
    }
}
