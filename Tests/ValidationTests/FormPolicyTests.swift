import Domain
import Testing
import Validation

struct FormPolicyTests {
    @Test func `fields keep the order in which they were named`() {
        let policy: FormPolicy = [.nickname: .notEmpty, .id: .notEmpty, .password: .notBlank]
        #expect(policy.fields == [.nickname, .id, .password])
        #expect(policy.report(on: AccountForm()).fields.map(\.field) == [.nickname, .id, .password])
    }

    @Test func `a field that is named twice has its first place and its last rule`() {
        let policy: FormPolicy = [.id: .notEmpty, .password: .notEmpty, .id: .notBlank]
        #expect(policy.fields == [.id, .password])
        #expect(policy[.id] == .notBlank)
    }

    @Test func `a rule can be changed, added and removed`() {
        var policy: FormPolicy = [.id: .notEmpty, .password: .notEmpty]
        policy[.id] = .notBlank
        policy[.email] = .notEmpty
        #expect(policy == [.id: .notBlank, .password: .notEmpty, .email: .notEmpty])
        policy[.id] = nil
        policy[.phone] = nil
        #expect(policy == [.password: .notEmpty, .email: .notEmpty])
        #expect(policy[.id] == nil)
    }

    @Test func `a policy without fields accepts every form`() {
        let report = FormPolicy().report(on: AccountForm([.id: "x"]))
        #expect(report.isValid)
        #expect(report.fields == [])
    }

    @Test func `a field outside the policy is neither judged nor told`() {
        let report = FormValidator([.id: .notEmpty]).report(on: AccountForm([.id: "x", .nickname: "\0"]))
        #expect(report.isValid)
        #expect(report[.nickname] == nil)
    }

    @Test func `the validator answers as its policy does`() {
        let policy = AccountPolicy.emailLocalPart.signUp
        let validator: any FormValidating = FormValidator(policy)
        #expect(validator.fields == policy.fields)
        for form in [AccountForm(), AccountForm([.id: "1", .password: "password1"])] {
            #expect(validator.report(on: form) == policy.report(on: form))
        }
    }
}
