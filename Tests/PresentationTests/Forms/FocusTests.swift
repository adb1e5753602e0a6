import AccountFlowTesting
import Domain
import Presentation
import Testing

/// Tests of the focus, the return key and revealed secrets.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FocusTests {
    @Test func `the return key moves from field to field, and submits in the last one`() async {
        let sut = SignUpViewModel.stub()
        sut.fill(.signUp())
        sut.focus(.id)
        let states = Recorder(sut.state)

        for _ in 0..<4 { await sut.pressReturn() }

        #expect(
            states.values.map(\.form.focus) == [.id, .password, .confirmation, .nickname, nil, nil, nil]
        )
        #expect(
            states.values.map(\.form.returnKey) == [
                .next(.password), .next(.confirmation), .next(.nickname), .submit, nil, nil, nil,
            ]
        )
        #expect(states.values.map(\.phase) == [.idle, .idle, .idle, .idle, .idle, .submitting, .done])
    }

    @Test func `the return key in the last field of an invalid form submits nothing`() async {
        let sut = SignInViewModel.stub()
        sut.edit(.password, "password1")
        sut.focus(.password)
        let states = Recorder(sut.state)

        await sut.pressReturn()
        await sut.pressReturn()

        #expect(states.values.map(\.form.focus) == [.password, nil])
        #expect(states.values.map(\.phase) == [.idle, .idle])
    }

    @Test func `S0.2 a tap outside the fields ends editing, and validates the field that had the focus`() {
        let sut = SignInViewModel.stub()
        sut.focus(.id)
        sut.edit(.id, "a")
        sut.edit(.id, "")
        let states = Recorder(sut.state)

        sut.focus(nil)

        #expect(states.values.map(\.form.focus) == [.id, nil])
        #expect(states.values.map(\.form[.id]) == [.editing, .invalid([.empty])])
    }

    @Test func `a field is validated when it loses the focus, to another field or to none`() {
        let sut = SignUpViewModel.stub()
        sut.focus(.password)

        sut.focus(.id)
        sut.focus(.phone)
        #expect(sut.state.value.form.focus == .id)
        #expect(sut.state.value.form[.password] == .invalid([.empty]))
        sut.leave(.id)
        #expect(sut.state.value.form.focus == nil)
        #expect(sut.state.value.form[.id] == .invalid([.empty]))
    }

    @Test func `a refused sign-in focuses the password, which can be typed again at once`() async {
        let sut = SignInViewModel.stub(service: AccountServiceSpy(authenticate: .failure(.invalidCredentials)))
        sut.fill(.signIn())
        sut.focus(.password)
        let states = Recorder(sut.state)

        await sut.pressReturn()

        #expect(states.values.map(\.phase) == [.idle, .idle, .submitting, .failed(.invalidCredentials)])
        #expect(states.values.map(\.form.focus) == [.password, nil, nil, .password])
    }

    @Test func `each secret is revealed separately, and all are hidden when the screen is left`() {
        let sut = SignUpViewModel.stub()
        let fields = sut.state.value.form.fields
        let states = Recorder(sut.state)

        for field in fields { sut.reveal(field) }
        sut.reveal(.password, false)
        sut.cancel()

        #expect(
            states.values.map { state in fields.filter(state.form.isObscured) } == [
                [.password, .confirmation], [.confirmation], [], [.password], [.password, .confirmation],
            ]
        )
    }
}
