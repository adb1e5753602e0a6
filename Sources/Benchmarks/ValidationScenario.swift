import CAllocations
import Domain
import Foundation
import Validation

/// What it costs to judge fields and forms, beside regular expressions, loops and a bare pass over the bytes.
///
/// Texts are made at run time, as typed ones are. There are three answers, with goals for each of them: the bare
/// verdict, which is what the peers give; the issues, which screens and use cases ask for; and the report with the
/// satisfied rules, for checklists.
struct ValidationScenario {
    /// What a process is started with that tells how long the first use of the list of passwords takes.
    static let firstUseArgument = "validation-first-use"

    private let peers: ValidationPeers
    private var table = Table()

    private let email = AccountPolicy.emailLocalPart.signUp.only(.id)
    private let password = AccountPolicy.emailLocalPart.signUp.only(.password)
    private let nickname = AccountPolicy.compact.signIn.only(.id)

    /// Measures, and tells which goals were missed.
    static func run() throws -> Table {
        var scenario = ValidationScenario(peers: try ValidationPeers())
        try scenario.firstUse()
        scenario.fields()
        scenario.hostile()
        scenario.forms()
        scenario.allocations()
        return scenario.table
    }

    private init(peers: ValidationPeers) {
        self.peers = peers
    }

    private mutating func firstUse() throws {
        table.section("the list of common passwords, when a process first asks for it")
        // The first process does not count: it reads the program from the medium.
        let times = try (0...9).compactMap { _ in try FreshProcess.number([Self.firstUseArgument]) }.dropFirst()
        table.goal("once", Array(times), atMost: 1_000, unit: "µs")
    }

    /// Prints the microseconds that the first use took, for a process of its own.
    static func firstUseAlone() {
        print(Measurement.time(1) { blackHole(PasswordBlocklist.common) } / 1_000)
    }

    /// What a peer takes is to be so many times the verdict, the issues and the report.
    private struct Goal {
        let peer: String
        let verdict: Double
        let issues: Double
        let report: Double
    }

    private mutating func fields() {
        let expression = "NSRegularExpression"
        let loop = "Character loop"
        compare(
            "e-mail ID, valid",
            email,
            "abcdef@gmail.com",
            peers.email,
            Goal(peer: expression, verdict: 15, issues: 15, report: 10)
        )
        compare(
            "e-mail ID, rejected",
            email,
            "1bcdef@gmail.com",
            peers.email,
            Goal(peer: expression, verdict: 30, issues: 2, report: 0.5)
        )
        compare(
            "password, valid",
            password,
            "correct-horse",
            peers.password,
            Goal(peer: loop, verdict: 1.2, issues: 0.8, report: 0.5)
        )
        compare(
            "password, too short",
            password,
            "short",
            peers.password,
            // A loop gives no more than a verdict; whatever names an issue has to make a list for it.
            Goal(peer: loop, verdict: 1.2, issues: 0.1, report: 0.03)
        )
        compare(
            "nickname, valid",
            nickname,
            "nickname",
            peers.nickname,
            Goal(peer: expression, verdict: 15, issues: 15, report: 10)
        )
        compare(
            "nickname, with a space",
            nickname,
            "nick name",
            peers.nickname,
            Goal(peer: expression, verdict: 15, issues: 1.2, report: 0.5)
        )
    }

    private mutating func compare(
        _ title: String,
        _ policy: FormPolicy,
        _ text: String,
        _ peers: [(String, (String) -> Bool)],
        _ goal: Goal? = nil
    ) {
        let text = Self.typed(text)
        guard let field = policy.fields.first, let rule = policy[field] else { return }
        let form = Self.form(field, text)
        table.section(title)
        for (name, ask) in peers where ask(text) != rule.accepts(form, field: field) {
            print("  (\(name) answers otherwise)")
        }
        let measured = Measurement.inTurn(
            [
                { blackHole(rule.accepts(form, field: field)) },
                { blackHole(policy.issues(in: form)) },
                { blackHole(policy.report(on: form)) },
            ] + peers.map { peer in { blackHole(peer.1(text)) } }
        )
        table.line("verdict", measured[0])
        table.line("issues", measured[1], beside: measured[0])
        table.line("report", measured[2], beside: measured[0])
        for (peer, measurement) in zip(peers, measured.dropFirst(3)) {
            table.line(peer.0, measurement, beside: measured[0])
            guard let goal, goal.peer == peer.0 else { continue }
            table.goal("\(title): \(peer.0) to verdict", measurement.ratios(to: measured[0]), atLeast: goal.verdict)
            table.goal("\(title): \(peer.0) to issues", measurement.ratios(to: measured[1]), atLeast: goal.issues)
            table.goal("\(title): \(peer.0) to report", measurement.ratios(to: measured[2]), atLeast: goal.report)
        }
    }

    /// Texts that were made to take long: what is promised is a time whatever they are, so no floor stands beside them.
    private mutating func hostile() {
        table.section("one megabyte, whole reports")
        let megabyte = 1 << 20
        let local = String(repeating: "a", count: megabyte)
        let domain = "abcdef@" + String(repeating: "a.", count: megabyte / 2) + "!"
        let accents = "e" + String(repeating: "\u{301}", count: megabyte / 2)
        let standard = AccountPolicy.standard.signUp.only(.password)
        let nickname = FormPolicy(dictionaryLiteral: (.nickname, .nickname()))
        let samples: [(String, FormPolicy, String)] = [
            ("e-mail ID, local part", email, local),
            ("e-mail ID, domain", email, domain),
            ("e-mail address, domain", [.email: .email], domain),
            ("password", password, local),
            ("password, one grapheme cluster", password, accents),
            ("standard password", standard, accents),
            ("nickname of S4", self.nickname, local),
            ("nickname, one grapheme cluster", nickname, accents),
            ("nickname, zero-width spaces", nickname, String(repeating: "\u{200B}", count: megabyte / 3)),
            ("nickname, variation selectors", nickname, String(repeating: "\u{E0100}", count: megabyte / 4)),
            ("nickname, ideographic spaces", nickname, String(repeating: "\u{3000}", count: megabyte / 3)),
            ("white space", [.id: .noWhitespace], local),
            ("blocklist", [.password: .uncommon(.common)], local),
            ("telephone number", [.phone: .phone], local),
        ]
        for (name, policy, text) in samples {
            let form = Self.form(policy.fields[0], text)
            table.goal(name, Measurement { policy.report(on: form) }, atMost: 2_000)
        }
        let old = Self.typed("abcdefghijklmnop")
        let limited = AccountPolicy.length(4...16).signUp
        table.goal(
            "input limit",
            // Why the text is refused is of no interest here.
            Measurement { try? limited.validateInput(accents, into: .id, replacing: old) },
            atMost: 2_000
        )
        var seven = AccountPolicy.standard.signUp
        seven[.name] = .personName()
        seven[.email] = .emailAddress
        seven[.phone] = .phone
        for (name, text) in [
            ("accents", accents), ("ideographic spaces", String(repeating: "\u{3000}", count: megabyte / 3)),
        ] {
            var form = AccountForm()
            for field in AccountField.allCases { form[field] = text }
            table.goal("a form of seven, \(name): issues", Measurement { seven.issues(in: form) }, atMost: 2_000)
            table.line("a form of seven, \(name): report", Measurement { seven.report(on: form) })
        }

        table.section("the largest texts that fields take, issues")
        let context = Self.form(.password, String(repeating: "a", count: 511))
        var worst = context
        worst[.id] = String(repeating: "a", count: 253) + "b"
        worst[.nickname] = String(repeating: "a", count: 1_000) + "b"
        let marks = "e" + String(repeating: "\u{315}\u{316}", count: 1_000)
        var heaps = AccountForm()
        for field in AccountField.allCases { heaps[field] = marks }
        heaps[.confirmation] = "e" + String(repeating: "\u{316}\u{315}", count: 1_000)
        let noID: FormPolicy = [.password: .noAccountID, .nickname: .storable(maximumUTF8Length: 1_024)]
        for (name, policy, form) in [
            ("account ID of 254 in a password of 511", noID, worst),
            ("standard password of 511", standard, worst),
            ("confirmation of 2,000 marks", AccountPolicy.standard.signUp.only(.confirmation), heaps),
            ("seven fields of 2,000 marks", seven, heaps),
        ] {
            table.goal(name, Measurement { policy.issues(in: form) }, atMost: 50_000)
        }

        // Rules refuse a megabyte for its size, and some of the peers take it.
        compare("one megabyte, e-mail ID, local part", email, local, peers.email)
        compare("one megabyte, e-mail ID, domain", email, domain, peers.email)
        compare("one megabyte, password", password, local, peers.password)
        compare("one megabyte, password of one grapheme cluster", password, accents, peers.password)
        compare("one megabyte, nickname", self.nickname, local, peers.nickname)
    }

    private mutating func forms() {
        table.section("a form of five fields")
        let s1 = Self.fiveFields(AccountPolicy.emailLocalPart.signUp)
        let standard = Self.fiveFields(AccountPolicy.standard.signUp)
        var wrong = Self.form(in: Self.english)
        for field in [AccountField.id, .password, .confirmation, .nickname, .phone] {
            wrong[field] = Self.typed("1 b")
        }
        for (name, policy) in [("S1", s1), ("standard", standard)] {
            for (state, form) in [
                ("valid", Self.form(in: Self.english)), ("valid, Korean", Self.form(in: Self.korean)),
                ("every field wrong", wrong), ("empty", AccountForm()),
            ] {
                let measured = Measurement.inTurn([
                    { blackHole(policy.issues(in: form)) }, { blackHole(policy.report(on: form)) },
                ])
                table.goal("\(name), \(state): issues", measured[0], atMost: 2_000)
                table.goal("\(name), \(state): report", measured[1], atMost: 2_000)
            }
        }
        let form = Self.form(in: Self.english)
        for field in standard.fields {
            let single = standard.only(field)
            table.line("standard, valid \(field)", Measurement { single.report(on: form) })
        }
        for (name, script) in Self.scripts {
            let form = Self.form(in: script)
            let verdict = standard.issues(in: form).isEmpty ? "" : ", refused"
            table.line("standard, \(name)\(verdict)", Measurement { standard.issues(in: form) })
        }
        let words = (0..<200).map { "service\($0)" }
        let many = Self.fiveFields(AccountPolicy.standard(contextWords: words).signUp)
        table.goal("standard, 200 words of the service", Measurement { many.issues(in: form) }, atMost: 2_000)
    }

    private mutating func allocations() {
        table.section("allocations for a valid field, whole reports")
        guard allocations_are_counted() else {
            print("  not counted on this platform")
            return
        }
        let policy = Self.fiveFields(AccountPolicy.standard.signUp)
        let form = Self.form(in: Self.english)
        for field in policy.fields {
            let single = policy.only(field)
            table.goal(
                "\(field), in 1,000 reports",
                [Self.allocations { blackHole(single.report(on: form)) }],
                atMost: 0,
                unit: "allocations"
            )
        }
        for (name, script) in [("English", Self.english), ("Korean", Self.korean)] + Self.scripts {
            let form = Self.form(in: script)
            let count = Self.allocations { blackHole(policy.issues(in: form)) }
            if script.isComposed {
                table.goal("\(name): the form, 1,000 times", [count], atMost: 0, unit: "allocations")
            } else {
                table.note("\(name): the form, 1,000 times", count, "allocations")
            }
        }
    }

    private static func allocations(_ work: () -> Void) -> Double {
        work()
        let before = allocations_on_this_thread()
        for _ in 0..<1_000 { work() }
        return Double(allocations_on_this_thread() - before)
    }

    private struct Script {
        let password: String
        let nickname: String

        /// Whether the password can be counted and compared as it is.
        let isComposed: Bool

        init(_ password: String, _ nickname: String, isComposed: Bool = true) {
            self.password = password
            self.nickname = nickname
            self.isComposed = isComposed
        }
    }

    private static let english = Script("correct-horse-battery", "nickname")
    private static let korean = Script("조용한밤바다를보며걷는길위에서", "홍길동")
    private static let scripts: [(String, Script)] = [
        ("Greek", Script("ήσυχο-βράδυ-στη-θάλασσα", "Οδυσσέας")),
        ("Vietnamese", Script("buổi-tối-yên-tĩnh-bên-biển", "Nguyễn")),
        ("Thai", Script("ค่ำคืนเงียบริมทะเล", "สมชาย")),
        ("Arabic", Script("مساء-هادئ-على-البحر", "يوسف")),
        ("Hindi", Script("शांत-शाम-समुद्र-किनारे", "मोहन")),
        ("Hebrew", Script("ערב-שקט-על-חוף-הים", "יוסף")),
        ("127 emoji", Script(emoji + "a", "🔑")),
        ("decomposed Korean", Script(korean.password.decomposedStringWithCanonicalMapping, "홍길동", isComposed: false)),
    ]

    /// Different ones, so that they are no repetition.
    private static let emoji = String(
        String.UnicodeScalarView((0..<127).compactMap { Unicode.Scalar(0x1F400 + UInt32($0)) })
    )

    private static func form(in script: Script) -> AccountForm {
        AccountForm([
            .id: typed("abcdef@gmail.com"), .password: typed(script.password), .confirmation: typed(script.password),
            .nickname: typed(script.nickname), .phone: typed("+82 10-1234-5678"),
        ])
    }

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
    private static func typed(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }
}

extension FormPolicy {
    /// The policy with one field alone.
    fileprivate func only(_ field: AccountField) -> FormPolicy {
        var policy = FormPolicy()
        policy[field] = self[field]
        return policy
    }
}
