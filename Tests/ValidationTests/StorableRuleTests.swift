import Domain
import Testing
import Validation

struct StorableRuleTests {
    @Test("the size", arguments: [(1, true), (7, true), (8, true), (9, false)], ["a", "é", "한", "🔑"])
    func size(expected: (count: Int, isSatisfied: Bool), character: String) {
        let octets = character.utf8.count
        let report = Rule.storable(maximumOctets: 8 * octets).report(
            on: String(repeating: character, count: expected.count)
        )
        let issue = ValidationIssue.tooManyOctets(maximum: 8 * octets, actual: expected.count * octets)
        #expect(
            report
                == RuleReport(requirement: .storable, outcome: expected.isSatisfied ? .satisfied : .violated(issue))
        )
    }

    @Test func `nothing cannot be stored`() {
        #expect(Rule.storable(maximumOctets: 8).issues(in: "") == [.empty])
    }

    @Test(
        "control characters are refused",
        arguments: [0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x7F, 0x80, 0x85, 0x9F] as [UInt32]
    )
    func control(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let rule = Rule.storable(maximumOctets: 64)
        #expect(rule.issues(in: String(scalar)) == [.containsControlCharacter(at: 0)])
        #expect(rule.issues(in: "한🔑\(scalar)a\(scalar)") == [.containsControlCharacter(at: 2)])
        #expect(rule.issues(in: "password\(scalar)") == [.containsControlCharacter(at: 8)])
    }

    @Test("their neighbours are not", arguments: [0x20, 0x7E, 0xA0, 0xA1, 0x200B, 0xE000] as [UInt32])
    func noControl(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(Rule.storable(maximumOctets: 64).issues(in: "a\(scalar)b") == [])
    }

    @Test func `the control characters are those of Unicode`() {
        let rule = Rule.storable(maximumOctets: 8)
        // Beyond the first plane there are planes of letters, pictures and private use.
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            guard rule.report(on: String(scalar)).isSatisfied == (scalar.properties.generalCategory == .control) else {
                continue
            }
            Issue.record("U+\(String(value, radix: 16))")
        }
    }

    @Test(
        "the rule and the values of the domain refuse the same texts for the same reason",
        arguments: [
            "", "a", "a\n", "\0", "\u{85}", "한", String(repeating: "a", count: 254), String(repeating: "a", count: 255),
        ]
    )
    func sameAsDomain(_ text: String) {
        let issue: ValidationIssue?
        do throws(ValidationIssue) {
            _ = try AccountID(text)
            issue = nil
        } catch {
            issue = error
        }
        #expect(Rule.storable(maximumOctets: AccountID.maximumOctets).issues(in: text) == [issue].compactMap(\.self))
    }
}
