import AccountFlowTesting
import App
import Domain
import Persistence
import Presentation
import Testing
import Validation

/// Tests that the screens of the real composition and its use cases validate the same input in the same way.
@MainActor
@Suite(.timeLimit(.minutes(5)))
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

    // MARK: Form and use case

    /// Returns different emoji, so that the text is not a repetition.
    private nonisolated static func emoji(_ count: Int) -> String {
        String(String.UnicodeScalarView((0..<UInt32(count)).compactMap { Unicode.Scalar(0x1F400 + $0) }))
    }

    @Test(
        arguments: [
            (AccountPolicy.nonEmpty, String(repeating: "a", count: 511), 511),
            (.nonEmpty, String(repeating: "a", count: 512), 512),
            // Decomposed letters count as composed ones.
            (.nonEmpty, String(repeating: "e\u{301}", count: 255) + "a", 511),
            (.nonEmpty, String(repeating: "e\u{301}", count: 256), 512),
            (.emailLocalPart, emoji(127) + "a", 509), (.emailLocalPart, emoji(128), 512),
            (.standard, emoji(127) + "a", 509), (.standard, emoji(128), 512),
        ] as [(AccountPolicy, String, Int)]
    )
    func `a password that the form accepts can be hashed, and can sign in`(
        policy: AccountPolicy,
        password: String,
        bytes: Int
    ) async {
        let issue: ValidationIssue? = bytes <= 511 ? nil : .tooManyBytes(maximum: 511, actual: bytes)
        let composition = Self.compose(policy)
        let screen = composition.makeRootFlow().makeSignUpViewModel()
        let form = AccountForm.signUp(password: password)
        for field in screen.state.value.form.fields { screen.edit(field, form[field]) }
        #expect(screen.state.value.form.isValid == (issue == nil))

        var refusal: SignUpError?
        do throws(SignUpError) {
            _ = try await composition.signUp(form)
            let session = try? await composition.signIn(.signIn(password: password))
            #expect(session != nil)
        } catch {
            refusal = error
        }
        #expect(refusal == issue.map { .invalidInput([Self.issue($0, in: .password)]) })
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

    @Test func `an error of the repository is not treated as a free ID`() async throws {
        var repositories = Repositories()
        repositories.accounts = AccountRepositorySpy(wrapping: repositories.accounts) { _ throws(StorageError) in
            throw .stub()
        }
        let clock = ManualClock()
        let composition = Self.compose(.emailLocalPart, repositories: repositories, clock: clock)
        let check = try #require(composition.makeLiveAvailabilityCheck())
        check.update(.stub())
        await clock.sleepBegun()
        clock.advance(by: .milliseconds(400))
        for await state in check.states where state != .idle && state != .pending(.stub()) {
            #expect(state == .answered(.stub(), .unknown(.storage(.stub()))))
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
