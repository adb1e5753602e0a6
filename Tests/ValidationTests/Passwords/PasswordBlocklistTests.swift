import Domain
import Testing
import Validation

struct PasswordBlocklistTests {
    @Test func `the list has as many passwords as the documentation says`() {
        #expect(PasswordBlocklist.common.count == 7_959)
        #expect(PasswordBlocklist.empty.count == 0)
    }

    @Test func `every password of the list is found in upper case too, and a policy finds it`() {
        // Adding to a list takes its words out and puts them in anew.
        let again = PasswordBlocklist.common.adding(["PASSWORD1"])
        #expect(again == .common)
        #expect(again.count == PasswordBlocklist.common.count)
    }

    @Test(
        "passwords that many people have",
        arguments: [
            "password", "Password1", "PASSWORD123", "12345678", "1234567890", "qwertyuiop", "1q2w3e4r", "iloveyou",
            "11111111", "aaaaaaaaaaaaaaaa", "20002000", "19900101", "qwer1234", "letmein123", "football1", "Summer2024",
            "korea1004", "correct horse battery staple", "correcthorsebatterystaple", "asdfghjkl", "zaq12wsx",
        ]
    )
    func common(_ password: String) {
        #expect(PasswordBlocklist.common.contains(password))
    }

    @Test(
        "a password is compared whole",
        arguments: ["password1password2password3", "my password", "xpassword", "passwor", "", " password", "password "]
    )
    func whole(_ password: String) {
        #expect(!PasswordBlocklist.common.contains(password))
    }

    @Test(
        "case and composition make no difference",
        arguments: ["비밀번호", "Ångström", "Ünïcödé", "kelvin", "ПАРОЛЬ", "İstanbul"]
    )
    func folding(_ word: String) {
        let list = PasswordBlocklist([word])
        for spelling in [word, word.lowercased(), word.decomposed, word.decomposed.lowercased()] {
            #expect(list.contains(spelling), "\(spelling)")
        }
        #expect(!list.contains(word + "1"))
        #expect(list == PasswordBlocklist([word.decomposed]))
    }

    @Test func `upper case that has no other spelling in a word is taken for it`() {
        // KELVIN SIGN is canonically a K, and has a lower case of its own.
        #expect(PasswordBlocklist(["kelvin"]).contains("\u{212A}ELVIN"))
    }

    @Test func `an app replaces the list or adds to it`() {
        let own = PasswordBlocklist(["Hunter2Hunter2", "hunter2hunter2", "", "second-one"])
        #expect(own.count == 2)
        #expect(!own.contains("password1"))
        let both = PasswordBlocklist.common.adding(["Hunter2Hunter2"])
        #expect(both.contains("hunter2hunter2") && both.contains("password1"))
        #expect(both.count == PasswordBlocklist.common.count + 1)
        #expect(own != both)
        #expect(both != .common)
        #expect(PasswordBlocklist(["b", "a"]) == PasswordBlocklist(["a", "B"]))
    }

    @Test func `every password of a list is found, and none of its neighbours`() {
        let words = (0..<5_000).map { "word\($0 * 7)" }
        let list = PasswordBlocklist(words)
        #expect(words.allSatisfy(list.contains))
        #expect((0..<5_000).allSatisfy { !list.contains("word\($0 * 7 + 1)") })
    }

    @Test func `a look-up in an empty list ends`() {
        #expect(!PasswordBlocklist.empty.contains("password"))
        #expect(!PasswordBlocklist.empty.contains(""))
    }
}
