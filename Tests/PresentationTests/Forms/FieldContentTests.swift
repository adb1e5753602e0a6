import AccountFlowTesting
import Domain
import Foundation
import Presentation
import Testing

/// Tests of what a form says about its fields, for autofill and screen readers.
@MainActor
struct FieldContentTests {
    private let messages = EnglishMessages()

    private func form(_ states: [AccountField: FieldState]) -> FormState {
        FormState(fields: [.id, .password, .nickname], states: states, isValid: false)
    }

    @Test(
        arguments: [
            (.id, .username), (.password, .newPassword), (.confirmation, .newPassword), (.currentPassword, .password),
            (.code, .oneTimeCode), (.nickname, .profile(.nickname)), (.email, .profile(.email)),
        ] as [(AccountField, FieldContent)]
    )
    func `each field has a content`(field: AccountField, content: FieldContent) {
        #expect(FormState(fields: AccountField.allCases, isValid: false).content(of: field) == content)
    }

    @Test func `all other fields are those of a profile`() {
        let form = FormState(fields: AccountField.allCases, isValid: false)
        let others = AccountField.allCases.filter { form.content(of: $0) == .profile($0) }
        #expect(others == Profile.fields.map(\.field))
    }

    @Test(arguments: Profile.fields.map(\.field))
    func `the sample app says what the system fills in for a field of the profile`(field: AccountField) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Docs/Guides/SampleApp/ContentTypes.swift"
        )
        #expect(try String(contentsOf: file, encoding: .utf8).contains("case .profile(.\(field)): "))
    }

    @Test func `only the password of a sign-in is that of the account, also after the form is emptied`() {
        let signIn = SignInViewModel.stub()
        #expect(signIn.state.value.form.content(of: .password) == .password)
        signIn.cancel()
        #expect(signIn.state.value.form.content(of: .password) == .password)
        let signUp = SignUpViewModel.stub(validator: FormValidatorStub(fields: [.id, .password]))
        #expect(signUp.state.value.form.content(of: .password) == .newPassword)
    }

    @Test(
        arguments: [
            ([.id, .password], "Password"), ([.currentPassword, .password], "New password"),
            ([.code, .password], "New password"),
        ] as [([AccountField], String)]
    )
    func `a label says that a password is new if the account has one`(fields: [AccountField], label: String) {
        #expect(FormState(fields: fields, isValid: false).label(of: .password, in: messages) == label)
    }

    @Test(
        arguments: [
            (.untouched, nil), (.editing, nil), (.valid, nil), (.invalid([.empty, .tooCommon]), "Enter your ID."),
            (.rejected([.empty]), "Enter your ID."), (.rejected([]), nil),
        ] as [(FieldState, String?)]
    )
    func `the hint is the message for the first issue of the state`(state: FieldState, hint: String?) {
        #expect(form([.id: state]).hint(for: .id, in: messages) == hint)
    }

    @Test(arguments: [.untouched, .valid, .invalid([.empty])] as [FieldState])
    func `the hint says first why the form rejected the last text, which is announced`(state: FieldState) {
        let refusal = FieldIssue(field: .id, issue: .tooLong(maximum: 4, actual: 5))
        let refused = FormState(fields: [.id, .password], states: [.id: state], isValid: false, refusal: refusal)
        #expect(refused.hint(for: .id, in: messages) == "ID must have at most 4 characters.")
        #expect(refused.hint(for: .password, in: messages) == nil)
        let earlier = FormState(fields: [.id, .password], isValid: false)
        let announcement = errors(refused).announcement(since: errors(earlier))
        #expect(announcement == "ID must have at most 4 characters.")
    }

    @Test(
        arguments: [
            ([:], [:], nil),
            ([:], [.id: .invalid([.empty])], "Enter your ID."),
            ([.id: .invalid([.startsWithDigit])], [.id: .invalid([.empty])], nil),
            ([.id: .invalid([.empty])], [.id: .valid], nil),
            (
                [.id: .invalid([.empty])], [.id: .invalid([.empty]), .password: .rejected([.empty])],
                "Enter a password."
            ),
            ([:], [.password: .invalid([.empty]), .id: .invalid([.empty])], "Enter your ID. Enter a password."),
        ] as [([AccountField: FieldState], [AccountField: FieldState], String?)]
    )
    func `a hint is announced when it appears, but not when it changes or ends`(
        earlier: [AccountField: FieldState],
        now: [AccountField: FieldState],
        announcement: String?
    ) {
        #expect(errors(form(now)).announcement(since: errors(form(earlier))) == announcement)
    }

    @Test func `a message and the hints that appear with it are one announcement`() {
        let earlier = errors(form([:]))
        let now = errors(form([.id: .rejected([.empty])]), "Signing in failed.")
        #expect(now.announcement(since: earlier) == "Signing in failed. Enter your ID.")
        #expect(now.announcement(since: now) == nil)
        #expect(earlier.announcement(since: now) == nil)
        #expect(errors(form([:]), "Try again.").announcement(since: now) == "Try again.")
    }

    @Test func `the buttons that show two secret fields have different labels`() {
        let form = FormState(fields: [.password, .confirmation], isValid: false, revealed: [.confirmation])
        #expect(form.revealLabel(of: .password, in: messages) == "Password, Show password")
        #expect(form.revealLabel(of: .confirmation, in: messages) == "Password confirmation, Hide password")
    }

    private func errors(_ form: FormState, _ message: String? = nil) -> FormErrors {
        form.errors(with: message, in: messages)
    }
}
