import Domain
import Foundation
import Validation

/// The cost of validating fields and forms, compared with regular expressions and loops.
///
/// Texts are created at run time, as when a user types. The peers only return whether a text is valid; a report also
/// has the issues and the satisfied rules.
struct ValidationScenario {
    private static let megabyte = 1 << 20

    let table: Table
    private let peers: ValidationPeers
    private let emailID: Rule = .emailID(localLength: 6...20)
    private let password: Rule = .length(8...128, in: .unicodeScalars)
    private let nickname: Rule = .all(.length(6...12, in: .graphemeClusters), .noWhitespace)

    init(table: Table) throws {
        self.table = table
        peers = try ValidationPeers()
    }

    func run() {
        fields()
        hostile()
        forms()
    }

    private func fields() {
        compare("e-mail address, valid", .email, "abcdef@gmail.com", peers.address, goal: 2)
        compare("e-mail address, rejected", .email, "abcdef@gmail", peers.address)
        compare("e-mail ID, valid", emailID, "abcdef@gmail.com", peers.emailID)
        compare("e-mail ID, rejected", emailID, "1bcdef@gmail.com", peers.emailID)
        compare("password, valid", password, "correct-horse", peers.password)
        compare("password, too short", password, "short", peers.password)
        compare("nickname, valid", nickname, "nickname", peers.nickname)
        compare("nickname, with a space", nickname, "nick name", peers.nickname)
    }

    /// Compares the report of a rule with its peers; the goal is the ratio of the first peer to it.
    private func compare(
        _ title: String,
        _ rule: Rule,
        _ text: String,
        _ peers: [ValidationPeers.Peer],
        goal: Double? = nil
    ) {
        let form = AccountForm([.id: Self.typed(text)])
        let text = form[.id]
        table.section(title)
        for peer in peers where peer.accepts(text) != rule.report(on: form, field: .id).isSatisfied {
            print("  (\(peer.name) answers otherwise)")
        }
        let measured = Measurement.inTurn(
            [{ blackHole(rule.report(on: form, field: .id)) }] + peers.map { peer in { blackHole(peer.accepts(text)) } }
        )
        table.line("report", measured[0])
        for (peer, measurement) in zip(peers, measured.dropFirst()) {
            table.line(peer.name, measurement, beside: measured[0])
        }
        if let goal {
            table.goal("\(title): \(peers[0].name) to report", measured[1].ratios(to: measured[0]), atLeast: goal)
        }
    }

    /// Measures texts for which other validators need a long time.
    ///
    /// The goal is a time for any text, so there are no peers.
    private func hostile() {
        table.section("one megabyte, reports")
        let letters = String(repeating: "a", count: Self.megabyte)
        let domain = "abcdef@" + String(repeating: "a.", count: Self.megabyte / 2) + "!"
        let accents = "e" + String(repeating: "\u{301}", count: Self.megabyte / 2)
        let spaces = String(repeating: "\u{3000}", count: Self.megabyte / 3)
        let rules: [(String, Rule)] = [
            ("e-mail ID", emailID), ("e-mail address", .email), ("password", password), ("nickname", .nickname()),
            ("standard password", .guessResistantPassword(15...128)), ("white space", .noWhitespace),
            ("blocklist", .uncommon(.common)), ("telephone number", .phone), ("confirmation", .confirmation),
        ]
        let texts = [("letters", letters), ("a domain", domain), ("accents", accents), ("wide spaces", spaces)]
        for (name, rule) in rules {
            for (kind, text) in texts {
                let form = AccountForm([.id: text, .password: text])
                table.goal("\(name), \(kind)", Measurement { rule.report(on: form, field: .id) }, atMost: 5_000)
            }
        }
        let limit = InputLimit(16)
        table.goal(
            "input limit",
            // The reason of the rejection does not matter here.
            Measurement { try? limit.validateInput(accents, replacing: "abcdefghijklmnop") },
            atMost: 5_000
        )
        compare("one megabyte, e-mail ID, letters", emailID, letters, peers.emailID)
        compare("one megabyte, e-mail ID, domain", emailID, domain, peers.emailID)
        compare("one megabyte, password", password, letters, peers.password)
        compare("one megabyte, password of one grapheme cluster", password, accents, peers.password)
        compare("one megabyte, nickname", nickname, letters, peers.nickname)
    }

    private func forms() {
        table.section("a form of five fields, reports")
        let standard = Self.fiveFields(.standard)
        let valid = Self.form(password: "correct-horse-battery", nickname: "nickname")
        var wrong = valid
        for field in standard.fields { wrong[field] = Self.typed("1 b") }
        for (name, policy) in [("S1", Self.fiveFields(.emailLocalPart)), ("standard", standard)] {
            for (state, form) in [("valid", valid), ("every field wrong", wrong), ("empty", AccountForm())] {
                table.goal("\(name), \(state)", Measurement { policy.report(on: form) }, atMost: 20_000)
            }
        }
        for (name, password, nickname) in [
            ("Korean", "조용한밤바다를보며걷는길위에서", "홍길동"), ("Greek", "ήσυχο-βράδυ-στη-θάλασσα", "Οδυσσέας"),
            ("Vietnamese", "buổi-tối-yên-tĩnh-bên-biển", "Nguyễn"), ("Arabic", "مساء-هادئ-على-البحر", "يوسف"),
            ("Hindi", "शांत-शाम-समुद्र-किनारे", "मोहन"), ("emoji", "🔑🚪🏠🌙⭐️🔑🚪🏠🌙⭐️🔑🚪🏠🌙⭐️", "🔑"),
        ] {
            let form = Self.form(password: password, nickname: nickname)
            table.goal("standard, \(name)", Measurement { standard.report(on: form) }, atMost: 20_000)
        }
        let words = (0..<200).map { "service\($0)" }
        let many = Self.fiveFields(.standard(contextWords: words))
        table.line("standard, 200 words of the service", Measurement { many.report(on: valid) })
        var largest = valid
        largest[.id] = String(repeating: "a", count: 253) + "b"
        largest[.password] = String(repeating: "a", count: 511)
        table.line("standard, the largest texts", Measurement { many.report(on: largest) })
    }

    private static func form(password: String, nickname: String) -> AccountForm {
        AccountForm([
            .id: typed("abcdef@gmail.com"), .password: typed(password), .confirmation: typed(password),
            .nickname: typed(nickname), .phone: typed("+82 10-1234-5678"),
        ])
    }

    private static func fiveFields(_ policy: AccountPolicy) -> FormPolicy {
        var form = policy.signUp
        form[.phone] = .phone
        return form
    }

    /// Returns a text that the compiler cannot optimise.
    private static func typed(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }
}
