import AccountFlowTesting
import Domain
import TestSupport
import Testing
import Validation

/// Tests that a form and its use case report the same issues.
struct AgreementTests {
    private static let presets: [AccountPolicy] = [
        .nonEmpty, .emailLocalPart, .length(4...16), .compact, .standard, allFields,
    ]

    private static let allFields: AccountPolicy = {
        var policy = AccountPolicy.standard(minimumPasswordLength: 8)
        for field in Profile.fields.map(\.field) where policy.signUp[field] == nil {
            policy.signUp[field] = .optional(.default(for: field))
        }
        return policy
    }()

    /// Returns random forms with the fields of a policy.
    private static func forms(of policy: FormPolicy, seed: UInt64) -> [AccountForm] {
        var random = SeededGenerator(seed: seed)
        var good: [AccountField: [String]] = [
            .id: ["abcdef@gmail.com", "abcdef", "kim"], .password: ["password1", "quiet violet evening", "ghijkl"],
        ]
        for field in Profile.fields { good[field.field] = (try? Profile.full()).flatMap(field.text).map { [$0] } }
        return (0..<100).map { round in
            var form = AccountForm()
            for field in policy.fields {
                // Every second form has only good texts, although some policies reject some of them.
                switch round % 2 == 0 ? 2 : Int.random(in: 0..<4, using: &random) {
                case 0: form[field] = random.unicode(0...20)
                case 1: form[field] = ""
                default: form[field] = good[field].map { random.pick($0) } ?? form[.password]
                }
            }
            return form
        }
    }

    private static let seeds: [UInt64] = [5, 1_000_003]

    @Test(arguments: presets, seeds)
    func `the sign-up use case reports exactly the issues of the form`(policy: AccountPolicy, seed: UInt64) async {
        let validator = policy.signUp
        var valid = 0
        for form in Self.forms(of: validator, seed: seed) {
            let log = MessageLog<PortCall>()
            let useCase = SignUp(
                validator: validator,
                service: AccountServiceSpy(log: log),
                sessions: .stub(SessionRepositorySpy())
            )
            let report = validator.report(on: form)
            var refusal: SignUpError?
            do throws(SignUpError) {
                _ = try await useCase(form)
            } catch {
                refusal = error
            }
            #expect(refusal == (report.isValid ? nil : .invalidInput(report.issues)), "seed \(seed)")
            #expect(log.messages.isEmpty == !report.isValid)
            if report.isValid { valid += 1 }
        }
        #expect(valid > 0)
    }

    @Test(arguments: presets, seeds)
    func `the sign-in use case reports exactly the issues of the form`(policy: AccountPolicy, seed: UInt64) async {
        let validator = policy.signIn
        for form in Self.forms(of: validator, seed: seed) {
            let useCase = SignIn(
                validator: validator,
                service: AccountServiceSpy(),
                sessions: .stub(SessionRepositorySpy())
            )
            let report = validator.report(on: form)
            var refusal: SignInError?
            do throws(SignInError) {
                _ = try await useCase(form)
            } catch {
                refusal = error
            }
            #expect(refusal == (report.isValid ? nil : .invalidInput(report.issues)), "seed \(seed)")
        }
    }

    @Test(arguments: presets)
    func `a random Unicode text that a policy accepts can be stored`(_ policy: AccountPolicy) {
        var random = SeededGenerator(seed: 31)
        let empty = policy.signUp.report(on: AccountForm())
        for _ in 0..<2_000 {
            let text = random.unicode(0...24)
            var form = AccountForm()
            for field in AccountField.allCases { form[field] = text }
            let report = policy.signUp.report(on: form)
            #expect(report.fields.allSatisfy { $0.isValid == $0.issues.isEmpty }, "\(text.debugDescription)")
            #expect(zip(report.fields, empty.fields).allSatisfy { $0.rule.checklist == $1.rule.checklist })
            if report[.id]?.isValid == true || policy.signIn.report(on: form)[.id]?.isValid == true {
                #expect(throws: Never.self) { try AccountID(text) }
            }
            for field in Profile.fields where report[field.field]?.isValid == true && !text.isEmpty {
                var profile = Profile()
                #expect(throws: Never.self, "\(field.key)") { try field.set(text, in: &profile) }
            }
        }
    }
}
