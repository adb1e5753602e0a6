import Domain
import Testing
import Validation

/// Tests of the policies of S0, S2 and S4; S1 has a separate suite.
struct PresetPolicyTests {
    private static func issues(_ policy: FormPolicy, _ field: AccountField, _ text: String) -> [ValidationIssue] {
        policy.report(on: AccountForm([field: text]))[field]?.issues ?? []
    }

    @Test(arguments: ["", " ", "a", "한", "very long indeed"], ["", " ", "p", "🔑"])
    func `S0.1 the action is enabled while ID and password are both non-empty, at every edit`(
        id: String,
        password: String
    ) {
        let report = AccountPolicy.nonEmpty.signIn.report(on: AccountForm([.id: id, .password: password]))
        #expect(report.isValid == (!id.isEmpty && !password.isEmpty))
        #expect(report.issues.allSatisfy { $0.issue == .empty })
    }

    @Test(arguments: [3, 4, 5, 15, 16, 17], [AccountField.id, .password])
    func `S2.4 an ID or password has 4 to 16 characters`(count: Int, field: AccountField) {
        let expected: [ValidationIssue] =
            count < 4 ? [.tooShort(minimum: 4, actual: 3)] : count > 16 ? [.tooLong(maximum: 16, actual: 17)] : []
        for policy in [AccountPolicy.length(4...16).signIn, AccountPolicy.length(4...16).signUp] {
            for character in ["a", "é", "e\u{301}", "한"] {
                #expect(Self.issues(policy, field, String(repeating: character, count: count)) == expected)
            }
            #expect(policy.limits[field]?.maximum == 16)
        }
    }

    @Test(arguments: [5, 6, 7, 11, 12, 13], [AccountField.id, .password])
    func `S4.3 an ID or password has 6 to 12 characters`(count: Int, field: AccountField) {
        let expected: [ValidationIssue] =
            count < 6 ? [.tooShort(minimum: 6, actual: 5)] : count > 12 ? [.tooLong(maximum: 12, actual: 13)] : []
        for character in ["a", "한", "é"] {
            let text = String(repeating: character, count: count)
            #expect(Self.issues(AccountPolicy.compact.signIn, field, text) == expected)
            #expect(Self.issues(AccountPolicy.compact.signUp, field, text) == expected)
        }
    }

    @Test(
        arguments: [(" abcdef", 0), ("abc def", 3), ("abcdef ", 6), ("abc\u{3000}def", 3), ("abcdef\u{A0}", 6)],
        [AccountField.id, .password]
    )
    func `S4.3 an ID or password has no white space`(sample: (text: String, place: Int), field: AccountField) {
        #expect(
            Self.issues(AccountPolicy.compact.signIn, field, sample.text) == [.containsWhitespace(at: sample.place)]
        )
    }

    @Test func `S4.3 length and white space are reported at once`() {
        #expect(
            Self.issues(AccountPolicy.compact.signIn, .id, "a b")
                == [.tooShort(minimum: 6, actual: 3), .containsWhitespace(at: 1)]
        )
    }

    @Test(arguments: [AccountField.id, .password])
    func `S4.5 after both were valid, clearing a field makes the form invalid`(_ field: AccountField) {
        let validator = AccountPolicy.compact.signIn
        var form = AccountForm([.id: "abcdef", .password: "abcdef"])
        #expect(validator.report(on: form).isValid)
        form[field] = ""
        #expect(!validator.report(on: form).isValid)
        #expect(validator.report(on: form).issues == [FieldIssue(field: field, issue: .empty)])
        form[field] = "ghijkl"
        #expect(validator.report(on: form).isValid)
    }

    @Test(arguments: [AccountPolicy.nonEmpty, .length(4...16), .compact])
    func `the default sign-up forms require the password twice`(_ policy: AccountPolicy) {
        #expect(policy.signUp.fields == [.id, .password, .confirmation])
        var form = AccountForm([.id: "abcdef", .password: "ghijkl", .confirmation: "ghijkl"])
        #expect(policy.signUp.report(on: form).isValid)
        form[.confirmation] = "ghijkm"
        #expect(
            policy.signUp.report(on: form).issues
                == [FieldIssue(field: .confirmation, issue: .mismatch(with: .password))]
        )
    }

    @Test func `fields and rules can be added to a policy, made optional or removed`() {
        var policy = AccountPolicy.emailLocalPart.signUp
        policy[.name] = .personName()
        policy[.email] = .optional(.emailAddress)
        policy[.phone] = .phone
        policy[.nickname] = nil
        #expect(policy.fields == [.id, .password, .confirmation, .name, .email, .phone])
        var form = AccountForm([
            .id: "abcdef@gmail.com", .password: "12345678", .confirmation: "12345678", .name: "김철수",
            .phone: "010-1234-5678",
        ])
        #expect(policy.report(on: form).isValid)
        form[.email] = "a@b"
        form[.phone] = "12"
        #expect(
            policy.report(on: form).issues == [
                FieldIssue(field: .email, issue: .notAnEmailAddress(.domain)),
                FieldIssue(field: .phone, issue: .tooFewDigits(minimum: 7, actual: 2)),
            ]
        )
    }
}
