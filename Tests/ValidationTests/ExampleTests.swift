import Domain
import Foundation
import Testing
import Validation

struct ExampleTests {
    @Test(arguments: [
        ("ReadmeExample", "README.md"), ("PolicyExample", "Docs/Validation.md"),
        ("OwnRuleExample", "Docs/Validation.md"),
    ])
    func `the examples in the documentation equal the compiled ones`(file: String, page: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: folder.appending(path: file + ".swift"), encoding: .utf8)
        let page = try String(contentsOf: folder.appending(path: "../../" + page), encoding: .utf8)
        #expect(page.contains("```swift\n" + example + "```\n"))
    }

    @Test func `the example in the README lists issues, and the rules of the password`() {
        var form = AccountForm()
        form[.id] = "kim@example.com"
        form[.password] = "violet"
        let lines = lines(for: form)
        #expect(lines[0] == "password: tooShort(minimum: 15, actual: 6)")
        #expect(lines[1] == "confirmation: empty")
        #expect(lines.contains("✔ notEmpty"))
        #expect(lines.contains("· length(minimum: 15, maximum: Optional(128))"))
    }

    @Test func `the example of a policy has an optional telephone number`() {
        var form = AccountForm([
            .id: "kim@example.com", .password: "quiet violet", .confirmation: "quiet violet",
        ])
        #expect(shopSignUp().issues(in: form) == [])
        form[.phone] = "12"
        #expect(shopSignUp().issues(in: form).map(\.field) == [.phone])
    }

    @Test(arguments: [("quiet violet evening", false), ("quiet violet #1", true)])
    func `the example of an app's own rule`(password: String, isValid: Bool) throws {
        let report = AccountPolicy.withSymbol.signUp.report(on: AccountForm([.password: password]))
        let field = try #require(report[.password])
        #expect(field.rule.checklist.last == .custom("a symbol, such as ! or #"))
        #expect(field.issues == (isValid ? [] : [.custom("Your password needs a symbol, such as ! or #.")]))
    }
}
