import AccountFlowTesting
import Domain
import Testing
import Validation

/// Tests of the sign-up form of S1, requirement by requirement.
struct SignUpPolicyTests {
    private static let policy = AccountPolicy.emailLocalPart.signUp

    private func issues(in field: AccountField, _ form: AccountForm) throws -> [ValidationIssue] {
        try #require(Self.policy.report(on: form)[field]).issues
    }

    @Test func `the form has four fields, and a checklist for each`() throws {
        let report = Self.policy.report(on: .signUp())
        #expect(Self.policy.fields == [.id, .password, .confirmation, .nickname])
        #expect(report.isValid)
        #expect(report.issues == [])
        #expect(
            report.fields.map(\.rule.checklist) == [
                [
                    .notEmpty, .storable, .emailAddress, .local(.length(minimum: 6, maximum: 20)),
                    .local(.lowercaseLettersAndDigits), .local(.noLeadingDigit),
                ],
                [.notEmpty, .storable, .length(minimum: 8, maximum: 128)],
                [.notEmpty, .sameAs(.password)],
                [.notEmpty, .storable, .length(minimum: 1, maximum: 20)],
            ]
        )
    }

    @Test(
        arguments: [
            ("abcdef@gmail.com", []),
            ("a23456789012345678x0@gmail.com", []),
            ("", [.empty]),
            ("abcdef", [.notAnEmailAddress(.shape)]),
            ("abcdef@gmail", [.notAnEmailAddress(.domain)]),
            ("abcde@gmail.com", [.local(.tooShort(minimum: 6, actual: 5))]),
            ("abcdefghijklmnopqrstu@gmail.com", [.local(.tooLong(maximum: 20, actual: 21))]),
            ("1bcdef@gmail.com", [.local(.startsWithDigit)]),
            ("Abcdef@gmail.com", [.local(.forbiddenCharacter(first: "A", at: 0))]),
            ("abc.def@gmail.com", [.local(.forbiddenCharacter(first: ".", at: 3))]),
            ("abcdef@gmail.com\n", [.containsControlCharacter(at: 16)]),
            ("abc\0def@gmail.com", [.containsControlCharacter(at: 3)]),
            (
                "1_@gmail.com",
                [
                    .local(.tooShort(minimum: 6, actual: 2)), .local(.forbiddenCharacter(first: "_", at: 1)),
                    .local(.startsWithDigit),
                ]
            ),
        ] as [(String, [ValidationIssue])]
    )
    func `S1.2 the ID is an e-mail address with 6 to 20 of a-z and 0-9 before the @, no digit first`(
        _ id: String,
        expected: [ValidationIssue]
    ) throws {
        #expect(try issues(in: .id, .signUp(id: id)) == expected)
    }

    @Test(
        arguments: [
            ("", [.empty]),
            ("1234567", [.tooShort(minimum: 8, actual: 7)]),
            ("12345678", []),
            (String(repeating: "x", count: 128), []),
            (String(repeating: "x", count: 129), [.tooLong(maximum: 128, actual: 129)]),
            ("비밀번호여덟자", [.tooShort(minimum: 8, actual: 7)]),
            ("비밀번호여덟글자", []),
            ("        ", []),
            ("1234567\0", [.containsControlCharacter(at: 7)]),
            ("12345678\n", [.containsControlCharacter(at: 8)]),
        ] as [(String, [ValidationIssue])]
    )
    func `S1.4 the password has at least 8 characters`(_ password: String, expected: [ValidationIssue]) throws {
        #expect(try issues(in: .password, .signUp(password: password)) == expected)
    }

    @Test(
        arguments: [
            ("password1", "password1", []),
            ("password1", "", [.empty]),
            ("", "", [.empty]),
            ("password1", "password", [.mismatch(with: .password)]),
            ("password1", "Password1", [.mismatch(with: .password)]),
            ("password1", "password1 ", [.mismatch(with: .password)]),
            ("pässword1", "pa\u{308}ssword1", []),
            // The issue concerns the password, whose own field reports it.
            ("short", "short", []),
            ("", "password1", [.mismatch(with: .password)]),
        ] as [(String, String, [ValidationIssue])]
    )
    func `S1.4 the confirmation matches the password`(
        password: String,
        confirmation: String,
        expected: [ValidationIssue]
    ) throws {
        #expect(try issues(in: .confirmation, .signUp(password: password, confirmation: confirmation)) == expected)
    }

    @Test(
        arguments: [
            ("K", []),
            ("김", []),
            ("Kim Lee", []),
            ("👨‍👩‍👧‍👦", []),
            (String(repeating: "한", count: 20), []),
            (String(repeating: "한", count: 21), [.tooLong(maximum: 20, actual: 21)]),
            (String(repeating: "a", count: 19) + "👨‍👩‍👧‍👦", []),
            (String(repeating: "a", count: 20) + "👨‍👩‍👧‍👦", [.tooLong(maximum: 20, actual: 21)]),
            ("", [.empty]),
            (" ", [.empty]),
            (" \u{3000}\u{200B}", [.empty]),
            ("Kim\n", [.containsControlCharacter(at: 3)]),
        ] as [(String, [ValidationIssue])]
    )
    func `S1.5 a nickname is visible and has at most 20 characters`(_ nickname: String, expected: [ValidationIssue])
        throws
    {
        #expect(try issues(in: .nickname, .signUp(nickname: nickname)) == expected)
    }

    @Test(arguments: 0..<16)
    func `S1.6 the form is valid if and only if all four fields are valid`(_ wrong: Int) {
        let bad: [(AccountField, String)] = [
            (.id, "abcde@gmail.com"), (.password, "1234567"), (.confirmation, "password2"), (.nickname, " "),
        ]
        var form = AccountForm.signUp()
        var expected: [AccountField] = []
        for (place, (field, text)) in bad.enumerated() where wrong & (1 << place) != 0 {
            form[field] = text
            expected.append(field)
        }
        // Changing the password alone would also make the confirmation invalid.
        if expected.contains(.password), !expected.contains(.confirmation) {
            form[.confirmation] = form[.password]
        }
        let report = Self.policy.report(on: form)
        #expect(report.isValid == (wrong == 0))
        #expect(report.fields.filter { !$0.isValid }.map(\.field) == expected)
        #expect(report.issues.map(\.field) == expected)
    }

    @Test func `an empty form reports every field as empty, in order`() {
        #expect(
            Self.policy.report(on: AccountForm()).issues
                == Self.policy.fields.map { FieldIssue(field: $0, issue: .empty) }
        )
    }

    @Test func `no issue contains a character of the password`() {
        for text in ["p\n", "passw\0rd", "tiny", String(repeating: "Q", count: 4_000), "🔑"] {
            let report = Self.policy.report(on: .signUp(password: text, confirmation: text + "!"))
            let told = report.issues.filter { $0.field == .password || $0.field == .confirmation }
            #expect(!told.isEmpty)
            for issue in told {
                switch issue.issue {
                case .tooShort, .tooLong, .tooManyBytes, .containsControlCharacter, .mismatch: break
                default: Issue.record("\(issue)")
                }
            }
        }
    }
}

/// Tests of the sign-in form of S1.
struct SignInPolicyTests {
    private static let policy = AccountPolicy.emailLocalPart.signIn

    @Test(arguments: [
        ("a", "1"), ("Kim", "short"), ("KIM@x", " "), ("한글", "비밀"), ("1@2", String(repeating: "x", count: 511)),
    ])
    func `an ID and a password that an older policy allowed can sign in`(id: String, password: String) {
        #expect(Self.policy.report(on: .signIn(id: id, password: password)).isValid)
    }

    @Test(
        arguments: [
            ("", "p", .id, .empty),
            ("a", "", .password, .empty),
            ("a\n", "p", .id, .containsControlCharacter(at: 1)),
            ("a", "p\0", .password, .containsControlCharacter(at: 1)),
            (String(repeating: "a", count: 255), "p", .id, .tooManyBytes(maximum: 254, actual: 255)),
            ("a", String(repeating: "x", count: 512), .password, .tooManyBytes(maximum: 511, actual: 512)),
        ] as [(String, String, AccountField, ValidationIssue)]
    )
    func `sign-in rejects texts that no account can have`(
        id: String,
        password: String,
        field: AccountField,
        issue: ValidationIssue
    ) {
        #expect(
            Self.policy.report(on: .signIn(id: id, password: password)).issues == [
                FieldIssue(field: field, issue: issue)
            ]
        )
    }

    @Test(arguments: ["🔑", "e\u{301}", "\u{3B1}\u{313}\u{300}\u{345}"], [8, 127])
    func `a password that is valid to sign up is valid to sign in`(character: String, count: Int) {
        let password = String(repeating: character, count: count)
        #expect(AccountPolicy.emailLocalPart.signUp.report(on: .signUp(password: password)).isValid)
        #expect(Self.policy.report(on: .signIn(password: password)).isValid)
    }
}
