import CAllocations
import Domain
import Foundation
import Validation

/// What it costs to judge fields and forms, beside regular expressions, loops and a bare pass over the octets.
///
/// Texts are made at run time, as typed ones are. The verdict is compared with the peers, which give no more than
/// that; the report, which says what is wrong, stands below it.
struct ValidationScenario {
    private let peers: ValidationPeers
    private var table = Table()

    private let emailRule = AccountPolicy.emailLocalPart.signUp[.id] ?? .accountID
    private let passwordRule = AccountPolicy.emailLocalPart.signUp[.password] ?? .anyPassword
    private let nicknameRule = AccountPolicy.compact.signIn[.id] ?? .accountID

    static func run() throws {
        var scenario = ValidationScenario(peers: try ValidationPeers())
        scenario.fields()
        scenario.hostile()
        scenario.forms()
        scenario.allocations()
        print("\n" + (scenario.table.missed.isEmpty ? "Every goal was reached." : "Missed: \(scenario.table.missed)"))
    }

    private init(peers: ValidationPeers) {
        self.peers = peers
    }

    private mutating func fields() {
        compare(
            "e-mail ID, valid",
            emailRule,
            .id,
            Self.typed("abcdef@gmail.com"),
            peers.email,
            ("NSRegularExpression", 15)
        )
        compare(
            "e-mail ID, rejected",
            emailRule,
            .id,
            Self.typed("1bcdef@gmail.com"),
            peers.email,
            ("NSRegularExpression", 30)
        )
        compare(
            "password, valid",
            passwordRule,
            .password,
            Self.typed("correct-horse"),
            peers.password,
            ("Character loop", 1.2)
        )
        compare(
            "password, too short",
            passwordRule,
            .password,
            Self.typed("short"),
            peers.password,
            ("Character loop", 1.2)
        )
        compare(
            "nickname, valid",
            nicknameRule,
            .id,
            Self.typed("nickname"),
            peers.nickname,
            ("NSRegularExpression", 15)
        )
        compare("nickname, with a space", nicknameRule, .id, Self.typed("nick name"), peers.nickname, nil)
    }

    private mutating func compare(
        _ title: String,
        _ rule: Rule,
        _ field: AccountField,
        _ text: String,
        _ peers: [(String, (String) -> Bool)],
        _ goal: (peer: String, ratio: Double)?
    ) {
        let form = Self.form(field, text)
        table.section(title)
        for (name, ask) in peers where ask(text) != rule.accepts(form, field: field) {
            print("  (\(name) answers otherwise)")
        }
        let measured = Measurement.inTurn(
            [
                { blackHole(rule.accepts(form, field: field)) },
                { blackHole(rule.report(on: form, field: field)) },
            ] + peers.map { peer in { blackHole(peer.1(text)) } }
        )
        table.line("verdict", measured[0])
        table.line("report", measured[1], beside: measured[0])
        for (peer, measurement) in zip(peers, measured.dropFirst(2)) {
            table.line(peer.0, measurement, beside: measured[0])
            guard let goal, goal.peer == peer.0 else { continue }
            table.goal("verdict, to \(peer.0)", measurement.ratio(to: measured[0]), atLeast: goal.ratio)
        }
    }

    private mutating func hostile() {
        table.section("one megabyte, whole reports")
        let megabyte = 1 << 20
        let local = String(repeating: "a", count: megabyte)
        let domain = "abcdef@" + String(repeating: "a.", count: megabyte / 2) + "!"
        let accents = "e" + String(repeating: "\u{301}", count: megabyte / 2)
        let samples: [(String, Rule, AccountField, String)] = [
            ("e-mail ID, local part", emailRule, .id, local),
            ("e-mail ID, domain", emailRule, .id, domain),
            ("e-mail address, domain", .email, .email, domain),
            ("password", passwordRule, .password, local),
            ("password, one grapheme cluster", passwordRule, .password, accents),
            ("standard password", AccountPolicy.standard.signUp[.password] ?? .anyPassword, .password, accents),
            ("nickname", nicknameRule, .id, local),
            ("nickname, one grapheme cluster", .nickname(), .nickname, accents),
            ("white space", .noWhitespace, .id, local),
            ("blocklist", .uncommon(.common), .password, local),
            ("telephone number", .phone, .phone, local),
        ]
        for (name, rule, field, text) in samples {
            let form = Self.form(field, text)
            let measurement = Measurement { rule.report(on: form, field: field) }
            table.goal(name, measurement.median, atMost: 2_000, unit: "ns")
        }
        let old = Self.typed("abcdefghijklmnop")
        let limit = InputLimit(16)
        table.goal("input limit", Measurement { limit.apply(old: old, new: accents) }.median, atMost: 2_000, unit: "ns")
        var form = AccountForm()
        for field in AccountField.allCases { form[field] = accents }
        let policy = Self.fiveFields(AccountPolicy.standard.signUp)
        let whole = Measurement { policy.report(on: form) }
        table.line("form, a megabyte in each of five fields", whole)

        table.section("one megabyte, peers")
        for (name, text, asks) in [
            ("e-mail, local part", local, peers.email), ("e-mail, domain", domain, peers.email),
            ("password", local, peers.password), ("password, one grapheme cluster", accents, peers.password),
            ("nickname", local, peers.nickname),
        ] {
            for (peer, ask) in asks { table.line("\(name): \(peer)", Measurement { ask(text) }) }
        }
    }

    private mutating func forms() {
        table.section("a form of five fields, whole reports")
        let form = Self.validForm
        var wrong = form
        for field in [AccountField.id, .password, .confirmation, .nickname, .phone] { wrong[field] = Self.typed("1 b") }
        for (name, policy) in [
            ("S1", Self.fiveFields(AccountPolicy.emailLocalPart.signUp)),
            ("standard", Self.fiveFields(AccountPolicy.standard.signUp)),
        ] {
            for field in policy.fields {
                guard let rule = policy[field] else { continue }
                table.line("\(name), valid \(field)", Measurement { rule.report(on: form, field: field) })
            }
            table.goal("\(name), valid", Measurement { policy.report(on: form) }.median, atMost: 2_000, unit: "ns")
            table.goal(
                "\(name), every field wrong",
                Measurement { policy.report(on: wrong) }.median,
                atMost: 2_000,
                unit: "ns"
            )
            table.goal(
                "\(name), empty",
                Measurement { policy.report(on: AccountForm()) }.median,
                atMost: 2_000,
                unit: "ns"
            )
        }
    }

    private mutating func allocations() {
        table.section("allocations for a valid field, whole reports")
        guard allocations_are_counted() else {
            print("  not counted on this platform")
            return
        }
        let policy = Self.fiveFields(AccountPolicy.standard.signUp)
        let form = Self.validForm
        for field in policy.fields {
            guard let rule = policy[field] else { continue }
            blackHole(rule.report(on: form, field: field))
            let before = allocations_on_this_thread()
            for _ in 0..<1_000 { blackHole(rule.report(on: form, field: field)) }
            let count = allocations_on_this_thread() - before
            table.goal("\(field), in 1,000 reports", Double(count), atMost: 0, unit: "allocations")
        }
        let before = allocations_on_this_thread()
        for _ in 0..<1_000 { blackHole(policy.report(on: form)) }
        let count = allocations_on_this_thread() - before
        table.goal("the form, in 1,000 reports", Double(count), atMost: 0, unit: "allocations")
    }

    private static let validForm = AccountForm([
        .id: typed("abcdef@gmail.com"), .password: typed("correct-horse-battery"),
        .confirmation: typed("correct-horse-battery"), .nickname: typed("nickname"), .phone: typed("+82 10-1234-5678"),
    ])

    private static func fiveFields(_ policy: FormPolicy) -> FormPolicy {
        var policy = policy
        policy[.phone] = .phone
        return policy
    }

    private static func form(_ field: AccountField, _ text: String) -> AccountForm {
        var form = AccountForm()
        form[field] = text
        return form
    }

    /// A text that the compiler has not seen.
    private static func typed(_ text: String) -> String { String(text.utf8.map { Character(Unicode.Scalar($0)) }) }
}
