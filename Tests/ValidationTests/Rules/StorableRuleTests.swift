import Domain
import Testing
import Validation

struct StorableRuleTests {
    @Test(arguments: [(1, true), (7, true), (8, true), (9, false)], ["a", "é", "한", "🔑"])
    func `a text is rejected if its size exceeds the limit`(
        expected: (count: Int, isSatisfied: Bool),
        character: String
    ) {
        let bytes = character.utf8.count
        let report = Rule.storable(maximumUTF8Length: 8 * bytes).report(
            on: String(repeating: character, count: expected.count)
        )
        let issue = ValidationIssue.tooManyBytes(maximum: 8 * bytes, actual: expected.count * bytes)
        #expect(
            report
                == RuleReport(requirement: .storable, outcome: expected.isSatisfied ? .satisfied : .violated(issue))
        )
    }

    @Test(arguments: [0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x7F, 0x80, 0x85, 0x9F] as [UInt32])
    func `control characters are rejected`(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let rule = Rule.storable(maximumUTF8Length: 64)
        #expect(rule.issues(in: String(scalar)) == [.containsControlCharacter(at: 0)])
        #expect(rule.issues(in: "한🔑\(scalar)a\(scalar)") == [.containsControlCharacter(at: 2)])
        #expect(rule.issues(in: "password\(scalar)") == [.containsControlCharacter(at: 8)])
    }

    @Test func `the rejected characters are the control characters of Unicode`() {
        let rule = Rule.storable(maximumUTF8Length: 8)
        // The other planes have no control characters.
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            guard rule.report(on: String(scalar)).isSatisfied == (scalar.properties.generalCategory == .control) else {
                continue
            }
            Issue.record("U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        "", "a", "a\n", "\0", "\u{85}", "한", String(repeating: "a", count: 254), String(repeating: "a", count: 255),
    ])
    func `the rule and the values of Domain reject the same texts for the same reason`(_ text: String) {
        let issue: ValidationIssue?
        do throws(ValidationIssue) {
            _ = try AccountID(text)
            issue = nil
        } catch {
            issue = error
        }
        #expect(
            Rule.storable(maximumUTF8Length: AccountID.maximumUTF8Length).issues(in: text) == [issue].compactMap(\.self)
        )
    }

    @Test(arguments: ["한", "é", "\u{1F82}"], [8, 9])
    func `the rule measures the size in Normalization Form C`(character: String, count: Int) {
        let composed = String(repeating: character, count: count)
        let maximum = 8 * character.utf8.count
        let rule = Rule.storable(maximumUTF8Length: maximum)
        #expect(rule.report(on: composed) == rule.report(on: composed.decomposed))
        #expect(
            rule.issues(in: composed)
                == (count == 8 ? [] : [.tooManyBytes(maximum: maximum, actual: composed.utf8.count)])
        )
    }

    @Test func `an ID of 84 Hangul syllables can be stored in any composition, and one of 85 cannot`() {
        for (count, isStorable) in [(84, true), (85, false)] {
            let id = String(repeating: "한", count: count)
            for text in [id, id.decomposed] {
                #expect(Rule.accountID.report(on: text).isSatisfied == isStorable)
                #expect((try? AccountID(text)) == (isStorable ? try? AccountID(id) : nil))
            }
        }
    }

    @Test(arguments: [29, 30, 31, 32])
    func `30 combining marks in a row are allowed, and the 31st is rejected with its position`(count: Int) {
        let text = "ab" + String(repeating: "\u{301}", count: count) + "c\u{301}"
        let rule = Rule.storable(maximumUTF8Length: 254)
        #expect(rule.issues(in: text) == (count <= 30 ? [] : [.forbiddenCharacter(first: "\u{301}", at: 32)]))
        let form = AccountForm([.password: text])
        #expect(
            rule.report(on: form, field: .password).issues
                == (count <= 30 ? [] : [.forbiddenCharacter(first: nil, at: 32)])
        )
    }
}
