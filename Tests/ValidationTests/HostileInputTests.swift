import Domain
import Testing
import Validation

/// Tests of texts of a megabyte.
///
/// Each rule must report the size alone, which shows that it did not examine the text.
struct HostileInputTests {
    private static let megabyte = 1 << 20

    private static let texts: [String] = [
        "a", "\u{315}", "@", "a.", " ", "\0", "\n", "👨‍👩‍👧‍👦", "\u{315}\u{316}", "e\u{301}",
        "\u{200B}", "\u{E0100}", "\u{3000}",
    ].map {
        String(repeating: $0, count: megabyte / $0.utf8.count + 1)
    }

    private static func isAboutSize(_ issue: ValidationIssue) -> Bool {
        if case .tooManyBytes(_, let actual) = issue { return actual >= megabyte }
        return false
    }

    @Test(arguments: texts.indices)
    func `every field rejects a text of a megabyte because of its size`(_ index: Int) {
        let text = Self.texts[index]
        for policy in [AccountPolicy.emailLocalPart.signUp, AccountPolicy.emailLocalPart.signIn] {
            var form = AccountForm()
            for field in policy.fields { form[field] = text }
            for report in policy.report(on: form).fields {
                #expect(report.issues.count == 1)
                #expect(report.issues.allSatisfy(Self.isAboutSize), "\(report.field)")
            }
        }
    }

    @Test(arguments: texts.indices)
    func `every rule rejects a text of a megabyte because of its size`(_ index: Int) {
        let form = AccountForm([.confirmation: Self.texts[index], .password: Self.texts[index]])
        let rules: [Rule] = [
            .length(8...128, in: .unicodeScalars), .length(1...20, in: .graphemeClusters),
            .sameAs(.password, maximumUTF8Length: 2_048), .storable(maximumUTF8Length: 254),
            .emailID(localLength: 6...20),
            .notEmpty, .notBlank, .noLeadingDigit, .email, .phone, .uncommon(.common), .noAccountID, .noNickname,
            .noWhitespace, .lowercaseLettersAndDigits, .noContextWords(["word"]), .optional(.email),
            Rule(.custom("own")) { _, _ in nil },
        ]
        for rule in rules {
            let issues = rule.report(on: form, field: .confirmation).issues
            #expect(issues.count == 1)
            #expect(issues.allSatisfy(Self.isAboutSize), "\(rule.requirement)")
        }
    }

    @Test(arguments: texts.indices)
    func `a small text does not match a text of a megabyte`(_ index: Int) {
        let form = AccountForm([.confirmation: "a", .password: Self.texts[index]])
        let report = Rule.sameAs(.password, maximumUTF8Length: 2_048).report(on: form, field: .confirmation)
        #expect(report.issues == [.mismatch(with: .password)])
    }
}
