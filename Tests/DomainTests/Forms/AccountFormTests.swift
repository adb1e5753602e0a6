import Domain
import Testing

struct AccountFormTests {
    @Test func `the fields come in the order of forms`() {
        #expect(
            AccountField.allCases == [
                .id, .password, .confirmation, .nickname, .name, .email, .phone, .currentPassword,
            ]
        )
    }

    @Test(arguments: AccountField.allCases)
    func `an empty form has no text`(field: AccountField) {
        #expect(AccountForm()[field] == "")
    }

    @Test(arguments: AccountField.allCases)
    func `a text goes into its field and into no other`(field: AccountField) {
        var form = AccountForm()
        form[field] = "typed"

        for other in AccountField.allCases { #expect(form[other] == (other == field ? "typed" : "")) }
    }

    @Test(arguments: AccountField.allCases)
    func `a text replaces the one before`(field: AccountField) {
        var form = AccountForm([field: "first"])
        form[field] += " and second"
        #expect(form[field] == "first and second")

        form[field] = ""
        #expect(form == AccountForm())
    }

    @Test func `a form is made of the texts of any fields, of which the last counts`() {
        let form = AccountForm([.phone: "1", .id: "2", .phone: "3"])

        #expect(form[.phone] == "3")
        #expect(form[.id] == "2")
        #expect(form[.password] == "")
    }

    @Test(arguments: AccountField.allCases)
    func `forms differ when one field does`(field: AccountField) {
        #expect(AccountForm([field: "a"]) != AccountForm([field: "b"]))
        #expect(Set([AccountForm([field: "a"]), AccountForm([field: "a"]), AccountForm()]).count == 2)
    }

    @Test(arguments: AccountField.allCases)
    func `the text stays byte for byte as it was typed`(field: AccountField) {
        let text = "e\u{301} \0\r\n"
        #expect(Array(AccountForm([field: text])[field].utf8) == Array(text.utf8))
    }

    @Test(arguments: AccountField.allCases)
    func `texts that Swift calls equal and that differ in their bytes make different forms`(field: AccountField) {
        let composed = AccountForm([field: "\u{E9}"])
        let decomposed = AccountForm([field: "e\u{301}"])
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    @Test func `a text that ends in one field does not go on in the next`() {
        #expect(AccountForm([.id: "ab"]) != AccountForm([.id: "a", .password: "b"]))
    }
}
