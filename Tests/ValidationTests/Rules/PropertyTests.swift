import AccountFlowTesting
import Domain
import TestSupport
import Testing
import Validation

/// Tests of random texts; a failed case shows its seed as the argument.
struct PropertyTests {
    private static let seeds: [UInt64] = [1, 20_261_121, 0xDEAD_BEEF]
    private static let rounds = 300
    private static let policy = AccountPolicy.emailLocalPart

    private static let idRule = Rule.emailID(localLength: 6...20)

    @Test(arguments: seeds)
    func `a constructed valid ID is accepted`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Self.rounds {
            let id = random.localPart() + "@" + random.domain()
            #expect(Self.policy.signUp.report(on: .signUp(id: id)).issues == [], "seed \(seed): \(id)")
        }
    }

    @Test(arguments: seeds)
    func `a valid ID with one mutation is rejected with the matching issue`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let foreign = Array("`{/:AZ_.+- é한🔑０")
        for _ in 0..<Self.rounds {
            let local = random.localPart()
            let domain = random.domain()
            let place = Int.random(in: 0..<local.count, using: &random)
            let character = random.pick(foreign)
            var characters = Array(local)
            characters[place] = character
            let long = local + random.text(21...30, of: SeededGenerator.lowercase)
            let mutations: [(String, ValidationIssue)] = [
                (String(local.prefix(5)) + "@" + domain, .local(.tooShort(minimum: 6, actual: 5))),
                (long + "@" + domain, .local(.tooLong(maximum: 20, actual: long.count))),
                (String(characters) + "@" + domain, .local(.forbiddenCharacter(first: character, at: place))),
                (
                    String(random.pick(SeededGenerator.digits)) + local.dropFirst() + "@" + domain,
                    .local(.startsWithDigit)
                ),
                (local + domain, .notAnEmailAddress(.shape)),
                (local + "@" + domain + "@", .notAnEmailAddress(.shape)),
                ("@" + domain, .notAnEmailAddress(.shape)),
                (local + "@", .notAnEmailAddress(.shape)),
                (local + "@" + domain + ".", .notAnEmailAddress(.domain)),
                (local + "@" + domain + "\n", .notAnEmailAddress(.domain)),
                (local + "@-" + domain, .notAnEmailAddress(.domain)),
                (local + "@" + domain + "-", .notAnEmailAddress(.domain)),
                (local + "@." + domain, .notAnEmailAddress(.domain)),
                (local + "@" + domain.filter { $0 != "." }, .notAnEmailAddress(.domain)),
            ]
            for (text, issue) in mutations {
                #expect(Self.idRule.issues(in: text) == [issue], "seed \(seed): \(text)")
            }
        }
    }

    @Test(arguments: seeds)
    func `random valid texts are accepted, and rejected after one mutation`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var policy = Self.policy.signUp
        policy[.phone] = .phone
        let letters = SeededGenerator.lowercase + Array("é한ЖαกŁ")
        let digits = SeededGenerator.digits
        for _ in 0..<Self.rounds {
            let password = random.text(8...128, of: letters)
            let nickname = random.text(1...20, of: letters)
            let phone = random.text(7...15, of: digits)
            var form = AccountForm.signUp(password: password, nickname: nickname)
            form[.phone] = phone
            #expect(policy.issues(in: form) == [], "seed \(seed)")

            let place = Int.random(in: 0...password.count, using: &random)
            let long = password + random.text(128...128, of: letters)
            let crowd = nickname + random.text(20...20, of: letters)
            let other = random.pick(letters.filter { $0 != password.first })
            let foreign = random.pick(Array("x#/é０"))
            var broken = Array(password)
            broken.insert("\u{7}", at: place)
            let mutations: [(AccountField, String, ValidationIssue)] = [
                (.password, String(password.prefix(7)), .tooShort(minimum: 8, actual: 7)),
                (.password, long, .tooLong(maximum: 128, actual: long.count)),
                (.password, String(broken), .containsControlCharacter(at: place)),
                (.password, "", .empty),
                (.confirmation, password + String(other), .mismatch(with: .password)),
                (.confirmation, String(password.dropLast()), .mismatch(with: .password)),
                (.confirmation, String(other) + password.dropFirst(), .mismatch(with: .password)),
                (.nickname, crowd, .tooLong(maximum: 20, actual: crowd.count)),
                (.nickname, nickname + "\n", .containsControlCharacter(at: nickname.count)),
                (.nickname, " \u{200B}", .empty),
                (.phone, String(phone.prefix(6)), .tooFewDigits(minimum: 7, actual: 6)),
                (.phone, phone + "123456789", .tooManyDigits(maximum: 15, actual: phone.count + 9)),
                (.phone, phone + String(foreign), .forbiddenCharacter(first: foreign, at: phone.count)),
                (.phone, phone + "+", .forbiddenCharacter(first: "+", at: phone.count)),
            ]
            for (field, text, issue) in mutations {
                var mutated = form
                mutated[field] = text
                // The confirmation equals a mutated password, because mismatches are separate mutations.
                if field == .password, !text.isEmpty { mutated[.confirmation] = text }
                let issues = policy.issues(in: mutated).filter { $0.field == field }
                #expect(issues == [FieldIssue(field: field, issue: issue)], "seed \(seed): \(field)")
            }
        }
    }

    @Test(arguments: seeds)
    func `the fast and the simple way to count characters give the same result`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Self.rounds {
            let text = random.unicode(0...40)
            let scalars = text.nfc.unicodeScalars.count
            let clusters = text.count
            #expect(
                Rule.length(0...scalars, in: .unicodeScalars).report(on: text).isSatisfied
                    || text.utf8.count > scalars * CharacterUnit.unicodeScalars.maximumUTF8Length
            )
            #expect(
                Rule.length((scalars + 1)...1_000, in: .unicodeScalars).issues(in: text)
                    == [.tooShort(minimum: scalars + 1, actual: scalars)],
                "seed \(seed)"
            )
            #expect(
                Rule.length((clusters + 1)...1_000, in: .graphemeClusters).issues(in: text)
                    == [.tooShort(minimum: clusters + 1, actual: clusters)],
                "seed \(seed)"
            )
        }
    }
}
