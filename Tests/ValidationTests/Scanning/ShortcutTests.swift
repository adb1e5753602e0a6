import Domain
import TestSupport
import Testing
import Validation

/// A rule decides on most texts at one look; here it is held against the slow and plain way to say the same.
struct ShortcutTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let rule: Rule
        let accepts: @Sendable (String) -> Bool

        init(_ rule: Rule, _ accepts: @escaping @Sendable (String) -> Bool) {
            self.rule = rule
            self.accepts = accepts
        }

        var testDescription: String { "\(rule.requirement)" }
    }

    private static func shows(_ text: String) -> Bool {
        text.unicodeScalars.prefix(64).contains { scalar in
            let isControl = scalar.value < 0x20 || scalar.value == 0x7F
            return !isControl && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isStorable(_ text: String, _ bytes: Int) -> Bool {
        (1...bytes).contains(text.nfc.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func hasWhitespace(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isWhitespace }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    }

    private static func isEmailID(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254 else { return false }
        return (6...20).contains(parts[0].count) && parts[0].allSatisfy(isPlain)
            && !("0"..."9").contains(parts[0].unicodeScalars.first ?? "0")
            && Rule.email.issues(in: "x@" + parts[1]) == []
    }

    private static let samples: [Sample] = [
        Sample(.notEmpty) { !$0.isEmpty },
        Sample(.notBlank, shows),
        Sample(.storable(maximumUTF8Length: 9)) { isStorable($0, 9) },
        Sample(.length(3...9, in: .graphemeClusters)) { (3...9).contains($0.count) && $0.utf8.count <= 9 * 64 },
        Sample(.length(3...9, in: .unicodeScalars)) {
            (3...9).contains($0.nfc.unicodeScalars.count) && $0.utf8.count <= 9 * 16
        },
        Sample(.noWhitespace) { !hasWhitespace($0) },
        Sample(.lowercaseLettersAndDigits) { $0.allSatisfy(isPlain) },
        Sample(.noLeadingDigit) { !("0"..."9").contains($0.unicodeScalars.first ?? "a") },
        Sample(.emailID(localLength: 6...20), isEmailID),
        Sample(.inOrder(.notEmpty, .storable(maximumUTF8Length: 30), .emailID(localLength: 6...20))) {
            isStorable($0, 30) && isEmailID($0)
        },
        Sample(.all(.email, .length(8...20, in: .graphemeClusters))) {
            Rule.email.issues(in: $0) == [] && (8...20).contains($0.count)
        },
        Sample(.all(.emailID(localLength: 6...20), .emailID(localLength: 8...9))) {
            isEmailID($0) && (8...9).contains($0.prefix { $0 != "@" }.count)
        },
        Sample(.all(.noWhitespace, .lowercaseLettersAndDigits, .noLeadingDigit, .length(2...8, in: .graphemeClusters)))
        {
            $0.allSatisfy(isPlain) && (2...8).contains($0.count) && !("0"..."9").contains($0.first ?? "0")
        },
        Sample(.password(8...12)) { isStorable($0, 511) && (8...12).contains($0.nfc.unicodeScalars.count) },
        Sample(.nickname(2...6)) { shows($0) && isStorable($0, 1_024) && (2...6).contains($0.count) },
        Sample(.inOrder(.notBlank, .length(1...99, in: .graphemeClusters), .noWhitespace)) {
            shows($0) && $0.count <= 99 && !hasWhitespace($0)
        },
    ]

    private func check(_ sample: Sample, _ text: String, _ note: String) {
        let form = AccountForm([.id: text])
        let isAccepted = sample.accepts(text)
        let report = sample.rule.report(on: form, field: .id)
        #expect(sample.rule.accepts(form, field: .id) == isAccepted, "\(note): \(text.debugDescription)")
        #expect(report.isSatisfied == isAccepted, "\(note): \(text.debugDescription)")
        #expect(report.outcomes.allSatisfy { $0 == .satisfied } == isAccepted)
    }

    @Test("texts made by chance", arguments: samples, [8, 88] as [UInt64])
    func chance(sample: Sample, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let awkward = Array("ab19 ~!@.-_AZ\r\n\t\u{7F}é한")
        let usual = Array("abcdefghijklmnop019 ")
        for round in 0..<600 {
            let text =
                switch round % 4 {
                case 0: random.unicode(0...12)
                case 1: random.text(0...24, of: awkward)
                case 2: random.localPart() + "@" + random.domain()
                default: random.text(0...14, of: usual)
                }
            check(sample, text, "seed \(seed)")
        }
    }

    @Test("every ASCII character, everywhere in texts about the sizes of a word", arguments: samples)
    func bytes(_ sample: Sample) {
        for value in UInt8(0)..<0x80 {
            let character = Character(Unicode.Scalar(value))
            for count in [1, 7, 8, 9, 12, 16, 17] where value % 4 == UInt8(count) % 4 || count == 9 {
                for place in 0..<count {
                    var characters = Array(repeating: Character("c"), count: count)
                    characters[place] = character
                    check(sample, String(characters), "place \(place) of \(count)")
                }
            }
        }
    }

    @Test("lengths about the sizes at which a text is looked at differently", arguments: samples, ["a", " ", "é", "@"])
    func sizes(sample: Sample, character: String) {
        for count in [63, 64, 65, 127, 128, 129, 253, 254, 255, 256, 257, 511] {
            check(sample, String(repeating: character, count: count), "\(count)")
        }
    }
}
