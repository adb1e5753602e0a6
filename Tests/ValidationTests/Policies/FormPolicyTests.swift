import Domain
import Testing
import Validation

struct FormPolicyTests {
    @Test func `the fields of a policy have the order of their definition`() {
        let policy: FormPolicy = [.nickname: .notEmpty, .id: .notEmpty, .password: .notBlank]
        #expect(policy.fields == [.nickname, .id, .password])
        #expect(policy.report(on: AccountForm()).fields.map(\.field) == [.nickname, .id, .password])
    }

    @Test func `a field that is defined twice has its first position and its last rule`() {
        let policy: FormPolicy = [.id: .notEmpty, .password: .notEmpty, .id: .notBlank]
        #expect(policy.fields == [.id, .password])
        #expect(
            policy.report(on: AccountForm([.id: " ", .password: "x"])).issues == [FieldIssue(field: .id, issue: .empty)]
        )
    }

    @Test func `a rule can be changed, added and removed`() {
        var policy: FormPolicy = [.id: .notEmpty, .password: .notEmpty]
        policy[.id] = .notBlank
        policy[.email] = .notEmpty
        #expect(policy.fields == [.id, .password, .email])
        #expect(policy.report(on: AccountForm([.id: " "])).issues.map(\.field) == [.id, .password, .email])
        policy[.id] = nil
        policy[.phone] = nil
        #expect(policy.fields == [.password, .email])
        #expect(policy[.id] == nil)
    }

    @Test func `a policy without fields accepts every form`() {
        let report = FormPolicy().report(on: AccountForm([.id: "x"]))
        #expect(report.isValid)
        #expect(report.fields == [])
    }

    @Test func `a field outside the policy is not validated`() {
        let report = ([.id: .notEmpty] as FormPolicy).report(on: AccountForm([.id: "x", .nickname: "\0"]))
        #expect(report.isValid)
        #expect(report[.nickname] == nil)
    }

    @Test func `removing a field also removes its limit`() throws {
        var policy = AccountPolicy.length(4...16).signUp
        policy[.id] = nil
        #expect(policy.limits.keys.contains(.id) == false)
        policy[.id] = .notEmpty
        try policy.validateInput(String(repeating: "a", count: 17), into: .id, replacing: "")
    }
}
