import AccountFlowTesting
import Domain
import Presentation
import Testing

/// Tests of the sign-up screen with a live check of the typed ID.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SignUpAvailabilityTests {
    private static let kim = AccountID.stub("kim")

    private func makeSUT() -> (SignUpViewModel, LiveAvailabilityCheckStub) {
        let inquiry = LiveAvailabilityCheckStub()
        return (SignUpViewModel.stub(availabilityCheck: inquiry), inquiry)
    }

    @Test func `the availability check gets every valid ID, nil for invalid ones, and no other field`() {
        let (sut, inquiry) = makeSUT()
        sut.edit(.id, "k")
        sut.edit(.password, "password1")
        sut.edit(.id, "kim")
        sut.edit(.id, "kim")
        sut.edit(.id, "")
        sut.edit(.id, String(repeating: "k", count: 300))
        #expect(inquiry.typed == [.stub("k"), Self.kim, nil, nil])
    }

    @Test(
        arguments: [
            (.available, .valid), (.taken, .invalid([.taken])), (.unknown(.busy), .valid),
        ] as [(Availability, FieldState)]
    )
    func `an ID shows no result during its check, and then the result`(availability: Availability, expected: FieldState)
        async
    {
        let (sut, inquiry) = makeSUT()
        sut.fill(.signUp(id: "kim"))
        #expect(sut.state.value.form[.id] == .editing)

        inquiry.conclude(.answered(Self.kim, availability))

        let state = await sut.state.first { $0.form[.id] != .editing }
        #expect(state.form[.id] == expected)
        // The action stays enabled, because the store decides at sign-up.
        #expect(state.canSubmit)
    }

    @Test func `a late result for an earlier ID is not shown for the current one`() async {
        let (sut, inquiry) = makeSUT()
        sut.edit(.id, "kim")
        sut.edit(.id, "lee")
        inquiry.repeatLate(.answered(Self.kim, .taken))
        inquiry.conclude(.answered(.stub("lee"), .available))

        let states = Recorder(sut.state)
        _ = await sut.state.first { $0.form[.id] == .valid }
        #expect(states.values.allSatisfy { $0.form[.id] != .invalid([.taken]) })
    }

    @Test func `a taken ID can be edited like any other`() async {
        let (sut, inquiry) = makeSUT()
        sut.edit(.id, "kim")
        inquiry.conclude(.answered(Self.kim, .taken))
        _ = await sut.state.first { $0.form[.id] == .invalid([.taken]) }

        sut.edit(.id, "")
        #expect(sut.state.value.form[.id] == .editing)
        sut.leave(.id)
        #expect(sut.state.value.form[.id] == .invalid([.empty]))
    }

    @Test func `leaving the screen ends the check, and a late result is ignored`() async {
        let (sut, inquiry) = makeSUT()
        sut.edit(.id, "kim")
        sut.cancel()
        #expect(inquiry.typed == [Self.kim, nil])

        inquiry.repeatLate(.answered(Self.kim, .taken))
        sut.edit(.id, "lee")
        inquiry.conclude(.answered(.stub("lee"), .available))
        let state = await sut.state.first { $0.form[.id] == .valid }
        #expect(state.form.form[.id] == "lee")
    }

    @Test func `a released screen stops observing its check, even if the check continues`() async {
        var screen: (sut: SignUpViewModel, inquiry: LiveAvailabilityCheckStub)? = makeSUT()
        let inquiry = screen?.inquiry
        screen = nil
        await inquiry?.endings.arrival(of: 1)
        #expect(inquiry?.state == .idle)
    }

    @Test func `a released screen releases its check`() {
        weak var inquiry: LiveAvailabilityCheckStub?
        do {
            let (sut, stub) = makeSUT()
            sut.edit(.id, "kim")
            inquiry = stub
        }
        #expect(inquiry == nil)
    }
}
