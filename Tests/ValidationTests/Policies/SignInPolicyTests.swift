import AccountFlowTesting
import Domain
import Testing
import Validation

struct SignInPolicyTests {
    private static let policy = AccountPolicy.emailLocalPart.signIn

    @Test func `the form has two fields`() {
        #expect(Self.policy.fields == [.id, .password])
    }

    @Test(
        "what an older policy allowed still signs in",
        arguments: [
            ("a", "1"), ("Kim", "short"), ("KIM@x", " "), ("한글", "비밀"), ("1@2", String(repeating: "x", count: 511)),
        ]
    )
    func oldAccounts(id: String, password: String) {
        #expect(Self.policy.report(on: .signIn(id: id, password: password)).isValid)
    }

    @Test(
        "what cannot be an account is refused at once",
        arguments: [
            ("", "p", .id, .empty),
            ("a", "", .password, .empty),
            ("a\n", "p", .id, .containsControlCharacter(at: 1)),
            ("a", "p\0", .password, .containsControlCharacter(at: 1)),
            (String(repeating: "a", count: 255), "p", .id, .tooManyBytes(maximum: 254, actual: 255)),
            ("a", String(repeating: "x", count: 512), .password, .tooManyBytes(maximum: 511, actual: 512)),
        ] as [(String, String, AccountField, ValidationIssue)]
    )
    func refused(id: String, password: String, field: AccountField, issue: ValidationIssue) {
        #expect(
            Self.policy.report(on: .signIn(id: id, password: password)).issues == [
                FieldIssue(field: field, issue: issue)
            ]
        )
    }

    @Test("whoever can sign up can sign in", arguments: ["🔑", "e\u{301}", "\u{3B1}\u{313}\u{300}\u{345}"], [8, 127])
    func signUpThenSignIn(character: String, count: Int) {
        let password = String(repeating: character, count: count)
        #expect(AccountPolicy.emailLocalPart.signUp.report(on: .signUp(password: password)).isValid)
        #expect(Self.policy.report(on: .signIn(password: password)).isValid)
    }
}
