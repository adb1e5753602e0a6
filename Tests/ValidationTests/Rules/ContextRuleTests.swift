import Domain
import TestSupport
import Testing
import Validation

struct ContextRuleTests {
    private func issues(_ rule: Rule, _ password: String, id: String = "", nickname: String = "") -> [ValidationIssue] {
        let form = AccountForm([.id: id, .nickname: nickname, .password: password])
        return rule.report(on: form, field: .password).issues
    }

    @Test(arguments: [
        ("abcdef", "my abcdef password", false), ("abcdef@gmail.com", "abcdef@gmail.com!", false),
        ("abcdef@gmail.com", "xxABCDEFxx", false), ("abcdef@gmail.com", "abcde-fine", true),
        ("abcdef@gmail.com", "gmail.com is fine", true), ("kim@x.co", "kim and more", true),
        ("kim@x.co", "so KIM@X.CO it is", false), ("kims@x.co", "kims password", false), ("", "anything", true),
        ("abc", "abc abc abc", true), ("비밀아이디", "my비밀아이디!", false), ("e\u{301}toile", "Étoile du nord", false),
        ("abcdef", "", true),
    ])
    func `a password must not contain the account ID`(id: String, password: String, isAllowed: Bool) {
        #expect(issues(.noAccountID, password, id: id) == (isAllowed ? [] : [.containsAccountID]))
    }

    @Test(arguments: [
        ("Minsu", "i am minsu", false), ("Kim", "kim kim kim", true), ("길동길동", "홍길동길동홍", false),
        ("길동", "홍길동홍길동", true), ("Zoë!", "zoe\u{308}!", false), ("👨‍👩‍👧‍👦", "x👨‍👩‍👧‍👦x", false), ("", "x", true),
        (String(repeating: "a", count: 1_024), String(repeating: "a", count: 1_023), true),
        (String(repeating: "a", count: 1_024), String(repeating: "a", count: 1_025), false),
        (String(repeating: "a", count: 3_072), String(repeating: "a", count: 3_073), false),
        (String(repeating: "a", count: 3_073), String(repeating: "a", count: 3_074), true),
        ("길동".decomposed, "홍길동홍길동", true), ("길동", "홍길동홍길동".decomposed, true),
        ("길동길동".decomposed, "홍길동길동홍", false), ("길동길동", "홍길동길동홍".decomposed, false),
    ])
    func `a password must not contain the nickname`(nickname: String, password: String, isAllowed: Bool) {
        #expect(issues(.noNickname, password, nickname: nickname) == (isAllowed ? [] : [.containsNickname]))
    }

    @Test(arguments: [("account flow", false), ("acc0unt", true), ("BÜCHER", false)])
    func `a password must not contain words of the service`(password: String, isAllowed: Bool) {
        let rule = Rule.noContextWords(["Account", "bu\u{308}cher", "abc", ""])
        #expect(issues(rule, password) == (isAllowed ? [] : [.containsContextWord]))
        #expect(issues(.noContextWords([]), password) == [])
    }

    @Test func `each context word is found at any position, and similar words are not`() {
        let words = (0..<200).map { "word\($0)x" } + ["한국어로", "가나다라"]
        let rule = Rule.noContextWords(words)
        for word in words {
            for text in [word, word + "tail", "head" + word, "xx\(word.uppercased())yy"] {
                #expect(issues(rule, text) == [.containsContextWord], "\(text)")
            }
            #expect(issues(rule, String(word.dropLast()) + "y") == [])
        }
    }

    @Test(arguments: [9, 99] as [UInt64])
    func `context words are found exactly where a slow search finds them`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let password = random.text(0...24, of: Array("abé"))
            let word = random.text(4...6, of: Array("abé"))
            let isAllowed = !password.contains(word)
            #expect(issues(.noNickname, password, nickname: word) == (isAllowed ? [] : [.containsNickname]))
            #expect(issues(.noContextWords([word, "zzzz"]), password) == (isAllowed ? [] : [.containsContextWord]))
        }
    }

    @Test func `editing the ID or the nickname validates the password again`() {
        let policy = AccountPolicy.standard.signUp
        var form = AccountForm([
            .id: "abcdef@gmail.com", .password: "a quiet minsu evening", .confirmation: "a quiet minsu evening",
            .nickname: "Kims",
        ])
        #expect(policy.report(on: form).isValid)
        form[.nickname] = "Minsu"
        #expect(policy.report(on: form).issues == [FieldIssue(field: .password, issue: .containsNickname)])
        form[.id] = "evening@gmail.com"
        #expect(
            policy.report(on: form).issues
                == [
                    FieldIssue(field: .password, issue: .containsAccountID),
                    FieldIssue(field: .password, issue: .containsNickname),
                ]
        )
    }
}
