import AccountFlowTesting
import Domain
import Testing

struct ProofValidatorTests {
    /// Returns the validator of the form that changes the password.
    private func change(offersPasswordChange: Bool = true) -> ProofValidator {
        ProofValidator(
            [.currentPassword],
            newPassword: offersPasswordChange ? FormValidatorStub(limit: 9) : nil,
            id: .stub()
        )
    }

    /// Returns the validator of the form that sets a forgotten password.
    private func reset(id: Bool, code: Bool) -> ProofValidator {
        let signUp = FormValidatorStub(fields: [.id, .password, .confirmation, .nickname], limit: 9)
        return ProofValidator(
            account: id ? (.id, FormValidatorStub(fields: [.id, .password], limit: 19)) : nil,
            code ? [.code] : [],
            newPassword: code ? signUp : nil
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
        let validator = change(offersPasswordChange: isOffered)
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
        #expect(change().issues(in: form) == issues)
    }

    @Test func `a field has the same limit as at sign-up`() throws {
        try change().validateInput("123456789", into: .password, replacing: "")
        #expect(throws: ValidationIssue.tooLong(maximum: 9, actual: 10)) {
            try change().validateInput("1234567890", into: .password, replacing: "")
        }
    }

    @Test(arguments: [
        (true, false, [AccountField.id]), (false, true, [.code, .password, .confirmation]),
        (true, true, [.id, .code, .password, .confirmation]),
    ])
    func `the form has the fields that it asks for, and each is required`(
        id: Bool,
        code: Bool,
        fields: [AccountField]
    ) {
        let validator = reset(id: id, code: code)
        #expect(validator.fields == fields)
        #expect(validator.report(on: AccountForm()).fields.map(\.field) == fields)
        #expect(validator.issues(in: AccountForm()).map(\.field) == fields)
        let filled = AccountForm([.id: "kim@x.com", .code: "c", .password: "new", .confirmation: "new"])
        #expect(validator.issues(in: filled) == [])
    }

    @Test func `the account can be named by its e-mail address, with the rules of sign-up`() throws {
        let signUp = FormValidatorStub(fields: [.id, .password, .confirmation, .email], limit: 9)
        let validator = ProofValidator(account: (.email, signUp), [.code], newPassword: signUp)
        #expect(validator.fields == [.email, .code, .password, .confirmation])
        #expect(validator.issues(in: AccountForm()).map(\.field) == validator.fields)
        #expect(throws: ValidationIssue.self) {
            try validator.validateInput(String(repeating: "a", count: 10), into: .email, replacing: "")
        }
    }

    @Test(arguments: [(AccountField.id, 19), (.password, 9), (.code, AccountForm.maximumFieldUTF8Length)])
    func `a field has the limit of its form, and a code that of all fields`(field: AccountField, limit: Int) throws {
        let validator = reset(id: true, code: true)
        try validator.validateInput(String(repeating: "a", count: limit), into: field, replacing: "")
        #expect(throws: ValidationIssue.self) {
            try validator.validateInput(String(repeating: "a", count: limit + 1), into: field, replacing: "")
        }
    }
}
