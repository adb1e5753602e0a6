import AccountFlowTesting
import Domain
import Testing

struct PasswordResetValidatorTests {
    private func validator(id: Bool, code: Bool, of account: AccountID? = nil) -> PasswordResetValidator {
        PasswordResetValidator(
            signIn: FormValidatorStub(fields: [.id, .password], limit: 19),
            signUp: FormValidatorStub(fields: [.id, .password, .confirmation, .nickname], limit: 9),
            asksForID: id,
            asksForCode: code,
            id: account
        )
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
        let validator = validator(id: id, code: code)
        #expect(validator.fields == fields)
        #expect(validator.report(on: AccountForm()).fields.map(\.field) == fields)
        #expect(validator.issues(in: AccountForm()).map(\.field) == fields)
        let filled = AccountForm([.id: "kim@x.com", .code: "c", .password: "new", .confirmation: "new"])
        #expect(validator.issues(in: filled) == [])
    }

    @Test func `the account can be named by its e-mail address, with the rules of sign-up`() throws {
        let validator = PasswordResetValidator(
            signIn: FormValidatorStub(fields: [.id, .password]),
            signUp: FormValidatorStub(fields: [.id, .password, .confirmation, .email], limit: 9),
            field: .email,
            asksForID: true,
            asksForCode: true
        )
        #expect(validator.fields == [.email, .code, .password, .confirmation])
        #expect(validator.issues(in: AccountForm()).map(\.field) == validator.fields)
        #expect(throws: ValidationIssue.self) {
            try validator.validateInput(String(repeating: "a", count: 10), into: .email, replacing: "")
        }
    }

    @Test(arguments: [(AccountField.id, 19), (.password, 9), (.code, AccountForm.maximumFieldUTF8Length)])
    func `a field has the limit of its form, and a code that of all fields`(field: AccountField, limit: Int) throws {
        let validator = validator(id: true, code: true)
        try validator.validateInput(String(repeating: "a", count: limit), into: field, replacing: "")
        #expect(throws: ValidationIssue.self) {
            try validator.validateInput(String(repeating: "a", count: limit + 1), into: field, replacing: "")
        }
    }
}
