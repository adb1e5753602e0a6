import Domain
import Testing
import Validation

struct StandardPolicyTests {
    private static let text = "quiet violet stapler evening"

    private static func form(_ password: String) -> AccountForm {
        AccountForm([
            .id: "abcdef@gmail.com", .password: password, .confirmation: password, .nickname: "Kim",
        ])
    }

    private static func issues(_ password: String, _ policy: AccountPolicy = .standard) -> [ValidationIssue] {
        policy.signUp.report(on: form(password))[.password]?.issues ?? []
    }

    /// Returns a password of distinct scalars, which is not rejected as a repetition.
    private static func password(_ count: Int, from first: UInt32) -> String {
        String(String.UnicodeScalarView((0..<UInt32(count)).compactMap { Unicode.Scalar(first + $0) }))
    }

    @Test func `the recommended policy has the expected checklist for a password`() throws {
        let report = AccountPolicy.standard.signUp.report(on: Self.form(Self.text))
        #expect(report.isValid)
        #expect(
            try #require(report[.password]).rule.checklist == [
                .notEmpty, .storable, .length(minimum: 15, maximum: 128), .uncommon, .noAccountID, .noNickname,
                .noContextWord,
            ]
        )
    }

    @Test(arguments: [14, 15, 16, 127, 128, 129], [0xAC00, 0x4E00] as [UInt32])
    func `a password has 15 to 128 code points by default`(count: Int, first: UInt32) {
        let text = Self.password(count, from: first)
        let expected: [ValidationIssue] =
            count < 15 ? [.tooShort(minimum: 15, actual: 14)] : count > 128 ? [.tooLong(maximum: 128, actual: 129)] : []
        #expect(Self.issues(text) == expected)
        #expect(Self.issues(text.decomposed) == expected)
    }

    @Test(arguments: [Int.min, 0, 7, 8], [7, 8, 9])
    func `an app can lower the minimum length to 8, but not further`(minimum: Int, count: Int) {
        let policy = AccountPolicy.standard(minimumPasswordLength: minimum)
        let text = Self.password(count, from: 0x4E00)
        #expect(Self.issues(text, policy) == (count < 8 ? [.tooShort(minimum: 8, actual: 7)] : []))
    }

    @Test func `a minimum above the maximum counts as the maximum`() {
        let policy = AccountPolicy.standard(minimumPasswordLength: .max)
        #expect(Self.issues(Self.password(128, from: 0x4E00), policy) == [])
    }

    @Test(arguments: [
        "aaaaaaaabbbbbbbbcccccccc", "онатихаяночьоченьтихая", "조용한밤바다를보며걷는길위에서", "🔑🚪🏠🌙⭐️🔑🚪🏠🌙⭐️🔑🚪🏠🌙⭐️",
        "              x",
        "quiet\u{A0}violet\u{3000}evening", "012345678901234x",
    ])
    func `there are no rules about the characters of a password`(_ password: String) {
        #expect(Self.issues(password) == [])
    }

    @Test func `a common password is rejected only as a whole`() {
        let eight = AccountPolicy.standard(minimumPasswordLength: 8)
        #expect(Self.issues("PassWord1", eight) == [.tooCommon])
        #expect(Self.issues("password1 and more", eight) == [])
        #expect(Self.issues("correct horse battery staple") == [.tooCommon])
        #expect(Self.issues("PassWord1", .standard(minimumPasswordLength: 8, blocklist: .empty)) == [])
        let own = PasswordBlocklist([Self.text])
        #expect(Self.issues(Self.text.uppercased(), .standard(blocklist: own)) == [.tooCommon])
    }

    @Test func `context words are rejected at any position`() {
        #expect(Self.issues("all about abcdef now") == [.containsAccountID])
        #expect(Self.issues(Self.text, .standard(contextWords: ["Stapler"])) == [.containsContextWord])
    }

    @Test func `sign-in does not validate the password with the rules of sign-up`() {
        let form = AccountForm([.id: "x", .password: "1"])
        #expect(AccountPolicy.standard.signIn.report(on: form).isValid)
        #expect(!AccountPolicy.standard.signUp.report(on: form).isValid)
    }
}
