import AccountFlowTesting
import Domain
import Persistence
import Presentation
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ProfileViewModelTests {
    private static let fields: [AccountField] = [.nickname, .name, .email]
    private let accounts = InMemoryAccountRepository([.stub()])
    private let outcomes = Outcomes()

    private func makeSUT(
        service: (any ProfileUpdating)? = nil,
        session: Session = .stub(),
        store: (any SessionRepository)? = nil,
        offersProfile: Bool = true,
        confirmsAddresses: Bool = false
    ) async -> ProfileViewModel {
        let current = CurrentSession.stub(store ?? InMemorySessionRepository(session))
        _ = await RestoreSession(sessions: current)()
        let validator = FormValidatorStub(fields: Self.fields)
        let local = LocalAccountService(
            accounts: accounts,
            hasher: PasswordHasherStub(),
            dates: .constant(.stub),
            identifiers: .sequential()
        )
        return ProfileViewModel(
            session: session,
            validator: validator,
            updateProfile: offersProfile
                ? UpdateProfile(
                    validator: validator,
                    service: service ?? local,
                    sessions: current,
                    confirming: confirmsAddresses
                        ? AnswerChallenge(
                            service: ChallengeServer(.link(destination: nil), .addressConfirmation),
                            operations: InMemoryPendingOperationRepository(),
                            sessions: current
                        ) : nil
                ) : nil,
            in: ScreenContext(time: .still) { [outcomes] in outcomes.all.append($0) }
        )
    }

    private func store(_ nickname: String, name: String? = nil) async throws {
        let profile = Profile(nickname: .stub(nickname), name: try name.map { try PersonName($0) })
        try await accounts.update(.stub()) { $0.profile = profile }
    }

    @Test func `the form shows the profile, and is not dirty`() async {
        let sut = await makeSUT()
        #expect(sut.state.value.form.fields == Self.fields)
        #expect(sut.state.value.form.form == AccountForm([.nickname: "Kim"]))
        #expect(!sut.state.value.isDirty)
        #expect(!sut.state.value.canSave)
        #expect(!sut.state.value.canRevert)
    }

    @Test(arguments: [("Lee", true), ("", false), ("Kim", false)])
    func `the profile can be saved while a changed field is valid`(nickname: String, canSave: Bool) async {
        let sut = await makeSUT()
        sut.edit(.nickname, nickname)
        #expect(sut.state.value.isDirty == (nickname != "Kim"))
        #expect(sut.state.value.canSave == canSave)
        // The name is required, but was empty before.
        #expect(sut.state.value.form[.name] == .untouched)
    }

    @Test func `a save stores the change, and leads on with the new session`() async throws {
        let sut = await makeSUT()
        let states = Recorder(sut.state)
        sut.edit(.nickname, "Lee")
        await sut.save()
        #expect(states.values.map(\.phase) == [.idle, .idle, .submitting, .done])
        #expect(outcomes.all == [.profileChanged(.stub(profile: Profile(nickname: .stub("Lee"))), nil)])
        #expect(await accounts.find(.stub())?.profile.nickname?.text == "Lee")
    }

    @Test(arguments: [(AccountField.email, true, true), (.email, false, false), (.name, true, false)])
    func `the user is told to confirm a new address, where that is needed`(
        field: AccountField,
        confirmsAddresses: Bool,
        isTold: Bool
    ) async throws {
        let sut = await makeSUT(confirmsAddresses: confirmsAddresses)
        sut.edit(field, "k@x.com")
        await sut.save()
        guard case .profileChanged(_, let notice)? = outcomes.all.first else { return #expect(outcomes.all.count == 1) }
        guard case .confirmationNeeded(let challenge)? = notice else { return #expect(!isTold) }
        #expect(isTold && challenge.accountID == .stub())
        #expect(Language.allCases.allSatisfy { $0.messages.message(for: challenge).contains("k@x.com") })
    }

    @Test func `a session that cannot be stored is told in a notice`() async {
        let error = StorageError.stub(.session, .full)
        let isFull = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository(.stub())) { call throws(StorageError) in
            if case .changeSessions = call, isFull.isOn { throw error }
        }
        let sut = await makeSUT(store: store)
        isFull.isOn = true
        sut.edit(.nickname, "Lee")
        await sut.save()
        #expect(
            outcomes.all == [.profileChanged(.stub(profile: Profile(nickname: .stub("Lee"))), .profileNotStored(error))]
        )
    }

    @Test func `a revert shows the profile again`() async {
        let sut = await makeSUT()
        sut.edit(.nickname, "Lee")
        sut.edit(.name, "Lee Gu")
        #expect(sut.state.value.canRevert)
        sut.revert()
        #expect(sut.state.value.form.form == AccountForm([.nickname: "Kim"]))
        #expect(!sut.state.value.isDirty)
    }

    @Test func `the screen shows the profile as it is now, unless the user has changed a field`() async throws {
        let stored = Profile(nickname: .stub("Park"), name: try PersonName("Park Gu"))
        try await store("Park", name: "Park Gu")
        let sut = await makeSUT()
        await sut.appear()
        #expect(sut.state.value.form.form == AccountForm(stored))
        #expect(sut.state.value.base == stored)

        sut.edit(.nickname, "Lee")
        try await store("Choi", name: "Choi Gu")
        await sut.appear()
        #expect(sut.state.value.form.form == AccountForm([.nickname: "Lee", .name: "Park Gu"]))
        await sut.save()
        let conflict = ProfileConflict(
            fields: [.nickname],
            stored: Profile(nickname: .stub("Choi"), name: try PersonName("Choi Gu"))
        )
        #expect(sut.state.value.phase == .failed(.conflict(conflict)))
        #expect(await accounts.find(.stub())?.profile.nickname?.text == "Choi")
    }

    @Test func `a conflict keeps the user's text, which another save stores and a revert throws away`() async throws {
        for isSaved in [true, false] {
            try await store("Kim")
            let sut = await makeSUT()
            sut.edit(.nickname, "Lee")
            try await store("Park", name: "Park Gu")
            await sut.save()
            let conflict = ProfileConflict(
                fields: [.nickname],
                stored: Profile(nickname: .stub("Park"), name: try PersonName("Park Gu"))
            )
            #expect(sut.state.value.phase == .failed(.conflict(conflict)))
            #expect(sut.state.value.form.form == AccountForm([.nickname: "Lee", .name: "Park Gu"]))
            #expect(sut.state.value.form.focus == .nickname)
            #expect(sut.state.value.canSave)
            if isSaved {
                await sut.save()
                #expect(await accounts.find(.stub())?.profile.nickname?.text == "Lee")
            } else {
                sut.revert()
                #expect(sut.state.value.form.form == AccountForm([.nickname: "Park", .name: "Park Gu"]))
            }
        }
    }

    @Test func `a deleted account is told, and the form stays`() async throws {
        try await accounts.delete(.stub())
        let sut = await makeSUT()
        sut.edit(.nickname, "Lee")
        await sut.appear()
        await sut.save()
        #expect(sut.state.value.phase == .failed(.sessionEnded))
        #expect(sut.state.value.form.form[.nickname] == "Lee")
        #expect(outcomes.all == [])
    }

    @Test func `without the use case nothing can be saved`() async {
        let sut = await makeSUT(offersProfile: false)
        sut.edit(.nickname, "Lee")
        await sut.save()
        await sut.appear()
        #expect(outcomes.all == [])
        sut.cancel()
        #expect(outcomes.all == [.left])
    }

    @Test func `the screen cannot be left during a save, and a late profile changes nothing then`() async throws {
        let gate = Gate()
        let service = GatedProfiles(gate: gate)
        let sut = await makeSUT(service: service)
        sut.edit(.nickname, "Lee")
        async let saving: Void = sut.save()
        await gate.open {
            sut.cancel()
            sut.revert()
            #expect(sut.state.value.phase == .submitting)
            #expect(outcomes.all == [])
        }
        await saving
        #expect(outcomes.all == [.profileChanged(.stub(profile: Profile(nickname: .stub("Lee"))), nil)])
    }
}
