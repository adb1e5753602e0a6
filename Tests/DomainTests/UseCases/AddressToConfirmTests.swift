import AccountFlowTesting
import Domain
import Persistence
import Testing

/// Tests of the address that a signed-in user can confirm.
struct AddressToConfirmTests {
    private let session = Session.stub(profile: Profile(email: try? EmailAddress("old@x.com")))

    /// Returns the step that is offered to the user.
    private func step(
        _ purpose: Challenge.Purpose = .addressConfirmation,
        owners: (any SessionVerifying)?
    ) async -> Challenge? {
        let sessions = CurrentSession.stub(InMemorySessionRepository(session))
        _ = await RestoreSession(sessions: sessions)()
        let answer = AnswerChallenge(
            service: ChallengeServer(.link(destination: nil), purpose),
            owners: owners,
            operations: InMemoryPendingOperationRepository(),
            sessions: sessions
        )
        return await answer.confirmation(for: session)
    }

    private func step(email: String?, isConfirmed: Bool) async throws -> Challenge? {
        let profile = Profile(email: try email.map { try EmailAddress($0) })
        return await step(
            owners: SessionVerifierStub {
                AccountOwner(accountID: $0.accountID, profile: profile, isAddressConfirmed: isConfirmed)
            }
        )
    }

    @Test(arguments: [nil, "new@x.com"])
    func `the address is that of the service, unless it is confirmed`(email: String?) async throws {
        let step = try #require(try await step(email: email, isConfirmed: false))
        #expect(step.address?.text == email)
        #expect(try await self.step(email: email, isConfirmed: true) == nil)
    }

    @Test(arguments: [AccountServiceFailure.notOffered, .remote(.network(.unreachable))])
    func `a service that cannot be asked leaves the address of the session`(failure: AccountServiceFailure) async {
        let owners = SessionVerifierStub { _ throws(AccountServiceFailure) in throw failure }
        #expect(await step(owners: owners)?.address == session.profile.email)
        #expect(await step(owners: nil)?.address == session.profile.email)
    }

    @Test func `a service that confirms no addresses is not asked`() async {
        let owners = SessionVerifierStub { session in
            Issue.record("asked")
            return AccountOwner(accountID: session.accountID)
        }
        #expect(await step(.secondFactor, owners: owners) == nil)
    }
}
