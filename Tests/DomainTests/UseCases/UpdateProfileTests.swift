import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the use case with a real local service, and with a service whose answers a test decides.
@Suite(.timeLimit(.minutes(5)))
struct UpdateProfileTests {
    private let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
    private let store: any SessionRepository = InMemorySessionRepository(.stub())
    private let validator = FormValidatorStub(fields: [.nickname, .name])

    private func restored(_ store: (any SessionRepository)? = nil) async -> CurrentSession {
        let current = CurrentSession.stub(store ?? self.store, dates: .constant(.stub + 60))
        _ = await RestoreSession(sessions: current)()
        return current
    }

    private func makeSUT(
        _ sessions: CurrentSession,
        service: (any ProfileUpdating)? = nil
    ) -> UpdateProfile {
        let local = LocalAccountService(
            accounts: accounts,
            hasher: PasswordHasherStub(),
            dates: .constant(.stub),
            identifiers: .sequential()
        )
        return UpdateProfile(validator: validator, service: service ?? local, sessions: sessions)
    }

    private func edit(nickname: String? = "Kim", name: String? = nil) throws -> ProfileEdit {
        ProfileEdit(
            of: Profile(nickname: .stub()),
            to: Profile(nickname: try nickname.map { try Nickname($0) }, name: try name.map { try PersonName($0) })
        )
    }

    @Test func `a change is stored in the account and in the session, and shown`() async throws {
        let current = await restored()
        let changed = try edit(nickname: "Lee").edited
        let outcome = try await makeSUT(current)(.stub(), edit(nickname: "Lee"))
        #expect(outcome == .signedIn(OpenedSession(.stub(profile: changed))))
        #expect(try await accounts.find(.stub())?.profile == changed)
        #expect(try await store.active() == .stub(profile: changed))
        #expect(current.state == .signedIn(.stub(profile: changed), .fresh))
    }

    @Test(arguments: [true, false])
    func `a change is stored, although the user has switched or changed the password meanwhile`(isSwitch: Bool)
        async throws
    {
        let kim = Session.stub(registrationID: RegistrationID(1, 1))
        let other = Session.stub(
            id: .stub("other"),
            accountID: isSwitch ? .stub("lee") : kim.accountID,
            registrationID: isSwitch ? RegistrationID(2, 2) : kim.registrationID
        )
        let store = InMemorySessionRepository(kim)
        let current = await restored(store)
        let gate = Gate()
        let service = ProfileService { _, edit in
            await gate.pass()
            return edit.edited
        }
        let change = try edit(nickname: "Lee")
        let saving = Task { try await makeSUT(current, service: service)(kim, change) }
        await gate.arrival()
        await store.update { $0.begin(other) }
        _ = await RestoreSession(sessions: current)()
        await gate.open()
        #expect(try await saving.value == .sessionEnded)
        let changed = isSwitch ? kim.with(change.edited) : other.with(change.edited)
        #expect(await store.load()[of: kim.accountID] == changed)
        #expect(current.state == .signedIn(isSwitch ? other : changed, .fresh))
    }

    @Test func `a session that is not remembered shows the change too`() async throws {
        let current = CurrentSession.stub(InMemorySessionRepository())
        let signIn = SignIn(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(authenticate: .success(.authenticated(.stub()))),
            sessions: current
        )
        let session = try await signIn(.signIn(), remember: false).get().session
        _ = try await makeSUT(current)(session, edit(nickname: "Lee"))
        #expect(current.state.session?.profile.nickname?.text == "Lee")
    }

    @Test func `the profile as it is now replaces the copy of the session`() async throws {
        let current = await restored()
        let changed = Profile(nickname: .stub("Lee"))
        try await accounts.update(.stub()) { $0.profile = changed }
        #expect(try await makeSUT(current).current(.stub()) == OpenedSession(.stub(profile: changed)))
        #expect(try await store.active() == .stub(profile: changed))
        #expect(current.state == .signedIn(.stub(profile: changed), .fresh))
        try await accounts.delete(.stub())
        await #expect(throws: UpdateProfileError.sessionEnded) { try await makeSUT(current).current(.stub()) }
    }

    @Test func `the copy of the session stays if the service cannot be asked`() async throws {
        let service = ProfileService { _, edit in edit.edited }
        #expect(try await makeSUT(await restored(), service: service).current(.stub()) == OpenedSession(.stub()))
    }

    @Test func `edits of different fields at the same time are all kept`() async throws {
        let sut = makeSUT(await restored())
        let edits = [try edit(nickname: "Lee"), try edit(name: "Kim Gu")]
        await withTaskGroup { group in
            for edit in edits {
                group.addTask { _ = try? await sut(.stub(), edit) }
            }
        }
        #expect(try await accounts.find(.stub())?.profile == edit(nickname: "Lee", name: "Kim Gu").edited)
    }

    @Test func `of two edits of one field, the later one is told about the conflict`() async throws {
        let sut = makeSUT(await restored())
        _ = try await sut(.stub(), edit(nickname: "Lee"))
        let conflict = ProfileConflict(fields: [.nickname], stored: try edit(nickname: "Lee").edited)
        await #expect(throws: UpdateProfileError.conflict(conflict)) {
            try await sut(.stub(), edit(nickname: "Park", name: "Kim Gu"))
        }
        // Nothing is stored in part.
        #expect(try await accounts.find(.stub())?.profile == conflict.stored)
        // The same change once more is no conflict.
        _ = try await sut(.stub(), edit(nickname: "Lee"))
    }

    @Test func `nothing is asked for if nothing has changed`() async throws {
        let service = ProfileService { _, _ throws(UpdateProfileError) in throw .sessionEnded }
        let outcome = try await makeSUT(await restored(), service: service)(.stub(), edit())
        #expect(outcome == .signedIn(OpenedSession(.stub())))
    }

    @Test func `an invalid text changes nothing, and an unchanged one is not validated`() async throws {
        try await accounts.update(.stub()) { $0.profile.nickname = nil }
        let current = await restored(InMemorySessionRepository(.stub(profile: Profile())))
        let base = Profile()
        // The nickname is required and missing, but was so before.
        let named = ProfileEdit(of: base, to: Profile(name: try PersonName("Kim Gu")))
        _ = try await makeSUT(current)(.stub(profile: base), named)
        let unnamed = ProfileEdit(of: named.edited, to: base)
        let issue = FieldIssue(field: .name, issue: .empty)
        await #expect(throws: UpdateProfileError.invalidInput([issue])) { try await makeSUT(current)(.stub(), unnamed) }
        #expect(try await accounts.find(.stub())?.profile == named.edited)
    }

    @Test func `a field that the form or the service lacks is not offered`() async throws {
        let edit = ProfileEdit(
            of: Profile(nickname: .stub()),
            to: Profile(nickname: .stub(), phone: try PhoneNumber("1"))
        )
        let error = UpdateProfileError.service(.notOffered)
        await #expect(throws: error) { try await makeSUT(await restored())(.stub(), edit) }
        let service = ProfileService(fields: [.name]) { session, edit in edit.edited }
        await #expect(throws: error) {
            try await makeSUT(await restored(), service: service)(.stub(), self.edit(nickname: "Lee"))
        }
    }

    @Test func `the profile of a deleted account, or of the next owner of its ID, cannot be changed`() async throws {
        let sut = makeSUT(await restored())
        try await accounts.delete(.stub())
        await #expect(throws: UpdateProfileError.sessionEnded) { try await sut(.stub(), edit(nickname: "Lee")) }
        try await accounts.insert(.stub(registrationID: .stub("next")))
        await #expect(throws: UpdateProfileError.sessionEnded) { try await sut(.stub(), edit(nickname: "Lee")) }
        #expect(try await accounts.find(.stub())?.profile == Profile(nickname: .stub()))
    }

    @Test func `a session that is not the current one changes nothing`() async throws {
        let service = ProfileService { _, edit in edit.edited }
        let other = Session.stub(id: .stub("other"), accountID: .stub("other@gmail.com"))
        await #expect(throws: UpdateProfileError.sessionEnded) {
            try await makeSUT(await restored(), service: service)(other, edit(nickname: "Lee"))
        }
        await #expect(throws: UpdateProfileError.sessionEnded) {
            try await makeSUT(.stub(store), service: service)(.stub(), edit(nickname: "Lee"))
        }
    }

    @Test func `a change that may have ended its session is not reported as unchanged`() async throws {
        let (current, gate, lost) = (await restored(), Gate(), AccountServiceFailure.remote(.outcomeUnknown))
        let service = ProfileService { _, _ throws(UpdateProfileError) in
            await gate.pass()
            throw .service(lost)
        }
        let (sut, edit) = (makeSUT(current, service: service), try edit(nickname: "Lee"))
        let task = Task { try await sut(.stub(), edit) }
        await gate.open { _ = await SignOut(sessions: current)() }
        await #expect(throws: UpdateProfileError.service(lost)) { try await task.value }
    }

    @Test func `a change whose session ends before the answer is told without a session`() async throws {
        let (current, gate) = (await restored(), Gate())
        let service = ProfileService { _, edit in
            await gate.pass()
            return edit.edited
        }
        let (sut, edit) = (makeSUT(current, service: service), try edit(nickname: "Lee"))
        let task = Task { try await sut(.stub(), edit) }
        await gate.open { _ = await SignOut(sessions: current)() }
        #expect(try await task.value == .sessionEnded)
    }

    @Test(arguments: [StorageError.Reason.full, .busy])
    func `a session that cannot be stored is told, and the profile is changed`(reason: StorageError.Reason) async throws
    {
        let error = StorageError(store: .session, reason: reason)
        let failing = Switch(false)
        let store = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            if case .changeSessions = call, failing.isOn { throw error }
        }
        let current = await restored(store)
        failing.isOn = true
        let outcome = try await makeSUT(current)(.stub(), edit(nickname: "Lee"))
        let session = try #require(outcome.session)
        #expect(outcome == .signedIn(OpenedSession(session, storageError: error)))
        #expect(session.profile.nickname?.text == "Lee")
        #expect(try await accounts.find(.stub())?.profile.nickname?.text == "Lee")
        #expect(current.state.session?.profile.nickname?.text == "Lee")
    }

    @Test func `a token that the server rejects is replaced once`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        let service = ProfileService { current, edit throws(UpdateProfileError) in
            guard current.token != session.token else { throw .service(.tokenRefused) }
            return edit.edited
        }
        let sut = makeSUT(app.current, service: service)
        let changed = try #require(await sut(session, edit(nickname: "Lee")).session)
        #expect(changed.profile.nickname?.text == "Lee")
        #expect(changed.token != session.token)
        #expect(app.refreshCount == 1)
    }

    @Test(arguments: [nil, .remote(.serverError)] as [AccountServiceFailure?], [true, false])
    func `a refresh that began before the change does not bring the old profile back`(
        failure: AccountServiceFailure?,
        isChangedElsewhere: Bool
    ) async throws {
        let gate = Gate()
        let server = SessionServer(before: { _ throws(AccountServiceFailure) in
            await gate.pass()
            if let failure { throw failure }
        })
        let app = SessionApp(server: server)
        let session = try await app.signIn()
        let service = ProfileService { _, edit in edit.edited }
        let process = isChangedElsewhere ? await app.anotherProcess() : app
        async let refreshed = try? app.current.session(replacing: session)
        try await gate.open {
            _ = try await makeSUT(process.current, service: service)(session, edit(nickname: "Lee"))
        }
        _ = await refreshed
        await app.current.noticeChanges()
        #expect(app.refreshCount == 1)
        #expect(app.current.state.session?.profile.nickname?.text == "Lee")
        #expect(try await app.store.active()?.profile.nickname?.text == "Lee")
    }

    @Test func `a deletion that fails after the change does not bring the old profile back`() async throws {
        let (current, gate) = (await restored(), Gate())
        let deletion = DeleteAccount(
            service: AccountServiceSpy(deleteAccount: .failure(.busy)) { await gate.pass() },
            sessions: current,
            consents: InMemoryConsentRepository([])
        )
        async let deleting: Void? = try? deletion(.stub())
        try await gate.open {
            #expect(try await store.active() == nil)
            _ = try await makeSUT(current)(.stub(), edit(nickname: "Lee"))
        }
        #expect(await deleting == nil)
        #expect(try await store.active()?.profile.nickname?.text == "Lee")
        #expect(current.state.session?.profile.nickname?.text == "Lee")
    }

    @Test(arguments: [Challenge.Purpose.addressConfirmation, .secondFactor], [true, false])
    func `the confirmation of a changed address is offered where the service confirms addresses`(
        purpose: Challenge.Purpose,
        isAddress: Bool
    ) async throws {
        let (current, operations) = (await restored(), InMemoryPendingOperationRepository())
        let answer = AnswerChallenge(
            service: ChallengeServer(.link(destination: nil), purpose),
            operations: operations,
            sessions: current
        )
        let sut = UpdateProfile(
            validator: FormValidatorStub(fields: [.nickname, .email]),
            service: ProfileService { $1.edited },
            sessions: current,
            confirming: answer
        )
        let (old, address) = (try EmailAddress("old@x.com"), try EmailAddress("new@x.com"))
        let new = isAddress ? Profile(nickname: .stub(), email: address) : Profile(nickname: .stub("Lee"), email: old)
        let edit = ProfileEdit(of: Profile(nickname: .stub(), email: old), to: new)
        let changed = try #require(await sut(.stub(), edit).session)
        let pending = try await answer.pending()
        #expect(sut.confirmation(for: changed, after: edit)?.address == pending?.address)
        #expect(pending?.address == (isAddress && purpose == .addressConfirmation ? address : nil))
        #expect(pending?.accountID == (isAddress && purpose == .addressConfirmation ? .stub() : nil))
    }

    /// The confirmation of addresses by a service that sends links.
    private func confirmation(
        in current: CurrentSession,
        _ operations: InMemoryPendingOperationRepository = InMemoryPendingOperationRepository()
    ) -> AnswerChallenge {
        AnswerChallenge(
            service: ChallengeServer(.link(destination: nil), .addressConfirmation),
            operations: operations,
            sessions: current
        )
    }

    @Test(
        arguments: [
            (.service(.remote(.outcomeUnknown)), true), (.service(.cancelled), true), (.sessionEnded, true),
            (.service(.remote(.network(.unreachable))), false), (.invalidInput([]), false),
        ] as [(UpdateProfileError, Bool)]
    )
    func `the confirmation is stored before the request, and stays unless nothing was changed`(
        error: UpdateProfileError,
        stays: Bool
    ) async throws {
        let (current, asked) = (await restored(), MessageLog<EmailAddress?>())
        let answer = confirmation(in: current)
        let sut = UpdateProfile(
            validator: FormValidatorStub(fields: [.email]),
            service: ProfileService { _, _ throws(UpdateProfileError) in
                asked.append((try? await answer.pending())?.address)
                throw error
            },
            sessions: current,
            confirming: answer
        )
        let address = try EmailAddress("new@x.com")
        await #expect(throws: error) {
            try await sut(.stub(), ProfileEdit(of: Profile(), to: Profile(email: address)))
        }
        #expect(asked.messages == [address])
        #expect(try await answer.pending()?.address == (stays ? address : nil))
    }

    @Test func `a refused address leaves the confirmation of an earlier one as it was`() async throws {
        let (current, operations) = (await restored(), InMemoryPendingOperationRepository())
        let answer = confirmation(in: current, operations)
        let earlier = PendingOperation(
            action: .confirmAddress,
            accountID: .stub(),
            address: try EmailAddress("earlier@x.com"),
            key: "earlier",
            begunAt: .stub
        )
        _ = await operations.begin(earlier, forgettingBefore: .stub)
        let sut = UpdateProfile(
            validator: FormValidatorStub(fields: [.email]),
            service: ProfileService { _, _ throws(UpdateProfileError) in throw .invalidInput([]) },
            sessions: current,
            confirming: answer
        )
        await #expect(throws: UpdateProfileError.invalidInput([])) {
            try await sut(.stub(), ProfileEdit(of: Profile(), to: Profile(email: try EmailAddress("new@x.com"))))
        }
        #expect(await operations.pending() == [earlier])
    }

    @Test func `the address to be confirmed is spelt as the server spells it`() async throws {
        let (current, stored) = (await restored(), try EmailAddress("new@x.com"))
        let answer = confirmation(in: current)
        let sut = UpdateProfile(
            validator: FormValidatorStub(fields: [.email]),
            service: ProfileService { _, _ in Profile(email: stored) },
            sessions: current,
            confirming: answer
        )
        _ = try await sut(.stub(), ProfileEdit(of: Profile(), to: Profile(email: try EmailAddress("NEW@x.com"))))
        #expect(try await answer.pending()?.address == stored)
    }

    @Test func `another process shows the change when it notices it`() async throws {
        let (here, there) = (await restored(), await restored())
        _ = try await makeSUT(here)(.stub(), edit(nickname: "Lee"))
        await there.noticeChanges()
        #expect(there.state == .signedIn(.stub(profile: Profile(nickname: .stub("Lee"))), .fresh))
    }
}

/// A service whose answers a test decides.
private struct ProfileService: ProfileUpdating {
    var fields: [AccountField] = Profile.fields.map(\.field)
    let answer: @Sendable (Session, ProfileEdit) async throws(UpdateProfileError) -> Profile

    var updatableFields: [AccountField] { fields }

    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner { throw .notOffered }

    func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile {
        try await answer(session, edit)
    }
}
