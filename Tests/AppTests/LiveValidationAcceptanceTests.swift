import AccountFlowTesting
import App
import Domain
import Persistence
import Presentation
import Testing
import Validation

/// Tests that the screens of the real composition and its use cases validate the same input in the same way.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LiveValidationAcceptanceTests {
    private static func compose(
        _ policy: AccountPolicy,
        repositories: Repositories = Repositories(),
        clock: any Clock<Duration> = ManualClock()
    ) -> AppComposition {
        AppComposition(
            .quick(policy: policy),
            repositories: repositories,
            clock: clock
        )
    }

    private static func issue(_ issue: ValidationIssue, in field: AccountField = .id) -> FieldIssue {
        FieldIssue(field: field, issue: issue)
    }

    // MARK: Limits

    @Test func `S2.4 every field rejects a 17th character and shows the reason`() {
        let flow = Self.compose(.length(4...16)).makeRootFlow()
        let full = "abcdefghijklmnop"
        let signUp = flow.makeSignUpViewModel()
        for field in [AccountField.id, .password, .confirmation] {
            #expect(signUp.edit(field, full))
            #expect(!signUp.edit(field, full + "q"))
            #expect(signUp.state.value.form.form[field] == full)
            #expect(signUp.state.value.form.refusal == Self.issue(.tooLong(maximum: 16, actual: 17), in: field))
        }
        let signIn = flow.makeSignInViewModel()
        #expect(signIn.edit(.id, full))
        #expect(!signIn.edit(.id, full + full))
        #expect(signIn.state.value.form.form[.id] == full)
        #expect(signIn.state.value.form.refusal == Self.issue(.tooLong(maximum: 16, actual: 32)))
    }

    @Test func `S2.4 pasting too many characters leaves the field unchanged, even in fewer bytes`() {
        let screen = Self.compose(.length(4...16)).makeRootFlow().makeSignUpViewModel()
        let full = String(repeating: "한", count: 16)
        #expect(screen.edit(.id, full))
        #expect(!screen.edit(.id, String(repeating: "a", count: 47)))
        #expect(screen.state.value.form.form[.id] == full)
    }

    @Test func `every policy limits the size of its fields`() {
        let screen = Self.compose(.nonEmpty).makeRootFlow().makeSignUpViewModel()
        let marks = "e" + String(repeating: "\u{315}\u{316}", count: 1 << 16)
        for field in screen.state.value.form.fields { #expect(!screen.edit(field, marks)) }
        #expect(screen.state.value.form.form == AccountForm())
    }

    // MARK: Form and use case

    @Test(arguments: [AccountField.id, .password])
    func `S4.5 clearing one of two valid fields makes the form invalid`(_ field: AccountField) {
        let screen = Self.compose(.compact).makeRootFlow().makeSignInViewModel()
        screen.edit(.id, "abcdef")
        screen.edit(.password, "ghijkl")
        #expect(screen.state.value.canSubmit)

        screen.edit(field, "")
        #expect(!screen.state.value.canSubmit)
        #expect(screen.state.value.form[field] == .editing)

        screen.edit(field, "mnopqr")
        #expect(screen.state.value.canSubmit)
    }

    struct Password: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: AccountPolicy
        let text: String
        let bytes: Int

        var issue: ValidationIssue? { bytes <= 511 ? nil : .tooManyBytes(maximum: 511, actual: bytes) }
    }

    /// Returns different emoji, so that the text is not a repetition.
    private nonisolated static func emoji(_ count: Int) -> String {
        String(String.UnicodeScalarView((0..<UInt32(count)).compactMap { Unicode.Scalar(0x1F400 + $0) }))
    }

    nonisolated static let passwords = [
        Password(
            testDescription: "511 letters",
            policy: .nonEmpty,
            text: String(repeating: "a", count: 511),
            bytes: 511
        ),
        Password(
            testDescription: "512 letters",
            policy: .nonEmpty,
            text: String(repeating: "a", count: 512),
            bytes: 512
        ),
        Password(
            testDescription: "511 bytes, decomposed",
            policy: .nonEmpty,
            text: String(repeating: "e\u{301}", count: 255) + "a",
            bytes: 511
        ),
        Password(
            testDescription: "512 bytes, decomposed",
            policy: .nonEmpty,
            text: String(repeating: "e\u{301}", count: 256),
            bytes: 512
        ),
        Password(testDescription: "S1, 127 emoji", policy: .emailLocalPart, text: emoji(127) + "a", bytes: 509),
        Password(testDescription: "S1, 128 emoji", policy: .emailLocalPart, text: emoji(128), bytes: 512),
        Password(testDescription: "standard, 127 emoji", policy: .standard, text: emoji(127) + "a", bytes: 509),
        Password(testDescription: "standard, 128 emoji", policy: .standard, text: emoji(128), bytes: 512),
    ]

    @Test(arguments: passwords)
    func `a password that the form accepts can be hashed, and can sign in`(_ password: Password) async {
        let composition = Self.compose(password.policy)
        let screen = composition.makeRootFlow().makeSignUpViewModel()
        let form = AccountForm.signUp(password: password.text)
        for field in screen.state.value.form.fields { screen.edit(field, form[field]) }
        #expect(screen.state.value.form.isValid == (password.issue == nil))

        var refusal: SignUpError?
        do throws(SignUpError) {
            _ = try await composition.signUp(form)
            let session = try? await composition.signIn(.signIn(password: password.text))
            #expect(session != nil)
        } catch {
            refusal = error
        }
        #expect(refusal == password.issue.map { .invalidInput([Self.issue($0, in: .password)]) })
    }

    // MARK: Availability

    @Test func `an ID is checked after a pause in typing, and the result is shown`() async throws {
        let repositories = Repositories()
        let clock = ManualClock()
        let composition = Self.compose(.emailLocalPart, repositories: repositories, clock: clock)
        _ = try await composition.signUp(.signUp())
        let screen = composition.makeRootFlow().makeSignUpViewModel()

        screen.edit(.id, "abcdef@gmail.com")
        await clock.sleepBegun()
        clock.advance(by: .milliseconds(399))
        #expect(screen.state.value.form[.id] == .editing)
        clock.advance(by: .milliseconds(1))
        for await state in screen.state.values where state.form[.id] != .editing {
            #expect(state.form[.id] == .invalid([.taken]))
            break
        }

        screen.edit(.id, "second@gmail.com")
        await clock.sleepBegun(times: 2)
        clock.advance(by: .milliseconds(400))
        for await state in screen.state.values where state.form[.id] != .editing {
            #expect(state.form[.id] == .valid)
            break
        }
    }

    @Test func `without an availability check, a valid ID is valid at once`() {
        var configuration = AppConfiguration.quick()
        configuration.availabilityPause = nil
        let screen = AppComposition(configuration).makeRootFlow().makeSignUpViewModel()
        screen.edit(.id, "abcdef@gmail.com")
        #expect(screen.state.value.form[.id] == .valid)
    }
}
