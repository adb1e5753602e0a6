import AccountFlowTesting
import Domain
import Testing

struct PasswordChangeValidatorTests {
    private func validator(offersPasswordChange: Bool = true) -> PasswordChangeValidator {
        PasswordChangeValidator(
            signUp: FormValidatorStub(limit: 9),
            session: .stub(),
            offersPasswordChange: offersPasswordChange
        )
    }

    private static let filled = AccountForm([
        .currentPassword: "old", .password: "new", .confirmation: "new",
    ])

    @Test(arguments: [(true, [AccountField.currentPassword, .password, .confirmation]), (false, [.currentPassword])])
    func `the current password is always required, and a new one if the form offers it`(
        isOffered: Bool,
        fields: [AccountField]
    ) {
        let validator = validator(offersPasswordChange: isOffered)
        #expect(validator.fields == fields)
        #expect(validator.report(on: Self.filled).fields.map(\.field) == fields)
        // The empty ID and nickname are not validated.
        #expect(validator.issues(in: Self.filled) == [])
    }

    @Test(arguments: [
        (AccountField.currentPassword, "", [FieldIssue(field: .currentPassword, issue: .empty)]),
        (.confirmation, "news", [FieldIssue(field: .confirmation, issue: .mismatch(with: .password))]),
    ])
    func `a missing or different text is reported at its field`(
        field: AccountField,
        text: String,
        issues: [FieldIssue]
    ) {
        var form = Self.filled
        form[field] = text
        #expect(validator().issues(in: form) == issues)
    }

    @Test func `a field has the same limit as at sign-up`() throws {
        try validator().validateInput("123456789", into: .password, replacing: "")
        #expect(throws: ValidationIssue.tooLong(maximum: 9, actual: 10)) {
            try validator().validateInput("1234567890", into: .password, replacing: "")
        }
    }
}
