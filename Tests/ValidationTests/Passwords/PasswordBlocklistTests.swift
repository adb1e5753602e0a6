import Domain
import Testing
import Validation

struct PasswordBlocklistTests {
    @Test func `the list has as many passwords as the documentation says`() {
        #expect(PasswordBlocklist.common.count == 7_959)
        #expect(PasswordBlocklist.empty.count == 0)
    }

    @Test func `adding a listed password in upper case changes nothing`() {
        let again = PasswordBlocklist.common.adding(["PASSWORD1"])
        #expect(again == .common)
        #expect(again.count == PasswordBlocklist.common.count)
    }

    @Test(arguments: [
        "password", "Password1", "PASSWORD123", "12345678", "1234567890", "qwertyuiop", "1q2w3e4r", "iloveyou",
        "11111111", "aaaaaaaaaaaaaaaa", "20002000", "19900101", "qwer1234", "letmein123", "football1", "Summer2024",
        "korea1004", "correct horse battery staple", "correcthorsebatterystaple", "asdfghjkl", "zaq12wsx",
    ])
    func `common passwords are on the list`(_ password: String) {
        #expect(PasswordBlocklist.common.contains(password))
    }

    @Test(arguments: [
        "password1password2password3", "my password", "xpassword", "passwor", "", " password", "password ",
    ])
    func `a password is on the list only as a whole`(_ password: String) {
        #expect(!PasswordBlocklist.common.contains(password))
    }

    @Test(arguments: [
        "ÀÉÎÕÜ", "ĂĐŨƠƯẤỘ", "ΉΣΥΧΟΣ ΒΡΆΔΥ", "ЁЖИК ТИХИЙ", "ԵՐԵԿՈ", "ǅungla", "ẞtraße", "İstanbul", "ＦＵＬＬ", "ⅫⓍ",
        "Ꭰ", "𐐀𐐁",
        "ค่ำคืน", "مَساء", "\u{212B}ngström", "한국어",
    ])
    func `a password is found in any letter case, script and composition`(_ word: String) {
        for typed in [word, word.lowercased(), word.decomposed] {
            #expect(PasswordBlocklist([word]).contains(typed))
            #expect(PasswordBlocklist([typed]).contains(word))
            #expect(!PasswordBlocklist([typed + "!"]).contains(word))
        }
    }

    @Test func `a password with a KELVIN SIGN matches a word with a K`() {
        // KELVIN SIGN is canonically equivalent to K, but has a lowercase form of its own.
        #expect(PasswordBlocklist(["kelvin"]).contains("\u{212A}ELVIN"))
    }

    @Test func `an app replaces the list or adds to it`() {
        let own = PasswordBlocklist(["Hunter2Hunter2", "hunter2hunter2", "", "second-one"])
        #expect(own.count == 2)
        #expect(!own.contains("password1"))
        let both = PasswordBlocklist.common.adding(["Hunter2Hunter2"])
        #expect(both.contains("hunter2hunter2"))
        #expect(both.contains("password1"))
        #expect(both.count == PasswordBlocklist.common.count + 1)
        #expect(own != both)
        #expect(both != .common)
        #expect(PasswordBlocklist(["b", "a"]) == PasswordBlocklist(["a", "B"]))
    }
}

/// Tests of passwords that are rejected for their pattern, without a list.
struct RegularPasswordTests {
    private static let rule = Rule.uncommon(.empty)

    @Test(arguments: [
        "               ", "aaaaaaaaaaaaaaaaa", "AAaaAAaaAAaaAAa", "123412341234123", "qwertyuiopasdfgh",
        "abababab", "abcabcab",
        "가나다라가나다라가나다라가나다", "🔑🔑🔑🔑🔑🔑🔑🔑", "🔑🚪🏠🔑🚪🏠🔑", "0123456789012345", "987654321098765",
        "abcdefghijklmnop", "zyxwvutsrqponml", "1qaz2wsx3edc4rfv", "zaq12wsxcde34rfv", "qazwsxedcrfvtgb",
        "1q2w3e4r5t6y7u8i", "asdfghjklqwertyuiop", "lkjhgfdsapoiuytrewq", "!@#$%^&*()qwerty", "qwertzuiopyxcvb",
        "azertyuiopqsdfg", "abcdefg1234567890", "QWERTYuiopASDFgh",
    ])
    func `repetitions of up to 4 characters and sequences of keys or letters are rejected`(_ password: String) {
        #expect(Self.rule.issues(in: password) == [.tooCommon])
        #expect(Self.rule.issues(in: password.decomposed) == [.tooCommon])
    }

    @Test(arguments: [
        "", "a", "ab", "qw", "aaaaaaaaaaaaaab", "baaaaaaaaaaaaaa", "              x", "12341234123412x",
        "hbtkzhbtkzhbtkz",
        "012345678901234x", "x012345678901234", "qwertyuiopasdfgh!x", "qwertyqw1", "quiet violet", "abcxdefxghi",
        "가나다라마바사아자차카타파하", "🔑🚪🏠🌙⭐🔑🚪🏠🌙⭐", "correcthorse", "abc def ghi jkl",
    ])
    func `passwords with any other part are accepted`(_ password: String) {
        #expect(Self.rule.issues(in: password) == [])
    }

    @Test(arguments: 1...6)
    func `repeating up to 4 characters is rejected, repeating 5 or more is not`(_ period: Int) {
        let word = String("hbtkzp".prefix(period))
        #expect(Self.rule.report(on: word + word).isSatisfied == (period > 4))
        #expect(Self.rule.report(on: word + word.prefix(period - 1) + "!").isSatisfied)
        #expect(Self.rule.report(on: word).isSatisfied)
    }
}
