import Domain
import Testing
import Validation

/// Passwords that are refused for their pattern, on no list.
struct RegularPasswordTests {
    private static let rule = Rule.uncommon(.empty)

    @Test(
        "repetitions of up to 4 characters, and runs along alphabet, digits and keyboards",
        arguments: [
            "               ", "aaaaaaaaaaaaaaaaa", "AAaaAAaaAAaaAAa", "123412341234123", "qwertyuiopasdfgh",
            "abababab", "abcabcab",
            "가나다라가나다라가나다라가나다", "🔑🔑🔑🔑🔑🔑🔑🔑", "🔑🚪🏠🔑🚪🏠🔑", "0123456789012345", "987654321098765",
            "abcdefghijklmnop", "zyxwvutsrqponml", "1qaz2wsx3edc4rfv", "zaq12wsxcde34rfv", "qazwsxedcrfvtgb",
            "1q2w3e4r5t6y7u8i", "asdfghjklqwertyuiop", "lkjhgfdsapoiuytrewq", "!@#$%^&*()qwerty", "qwertzuiopyxcvb",
            "azertyuiopqsdfg", "abcdefg1234567890", "QWERTYuiopASDFgh",
        ]
    )
    func refused(_ password: String) {
        #expect(Self.rule.issues(in: password) == [.tooCommon])
        #expect(Self.rule.issues(in: password.decomposed) == [.tooCommon])
    }

    @Test(
        "passwords with anything else in them",
        arguments: [
            "", "a", "ab", "qw", "aaaaaaaaaaaaaab", "baaaaaaaaaaaaaa", "              x", "12341234123412x",
            "hbtkzhbtkzhbtkz",
            "012345678901234x", "x012345678901234", "qwertyuiopasdfgh!x", "qwertyqw1", "quiet violet", "abcxdefxghi",
            "가나다라마바사아자차카타파하", "🔑🚪🏠🌙⭐🔑🚪🏠🌙⭐", "correcthorse", "abc def ghi jkl",
        ]
    )
    func allowed(_ password: String) {
        #expect(Self.rule.issues(in: password) == [])
    }

    @Test("periods of 4 are refused, of 5 not, from the second time on", arguments: 1...6)
    func period(_ period: Int) {
        let word = String("hbtkzp".prefix(period))
        #expect(Self.rule.report(on: word + word).isSatisfied == (period > 4))
        #expect(Self.rule.report(on: word + word.prefix(period - 1) + "!").isSatisfied)
        #expect(Self.rule.report(on: word).isSatisfied)
    }

    @Test func `the recommended policy refuses them, at its length`() {
        for password in ["               ", "123412341234123", "qwertyuiopasdfgh"] {
            let form = AccountForm([.password: password])
            #expect(AccountPolicy.standard.signUp.report(on: form)[.password]?.issues == [.tooCommon])
        }
    }
}
