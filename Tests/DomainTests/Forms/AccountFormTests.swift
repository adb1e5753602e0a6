import Domain
import Testing

struct AccountFormTests {
    @Test(arguments: AccountField.allCases)
    func `setting a text changes its field and no other`(field: AccountField) {
        var form = AccountForm()
        #expect(form[field] == "")
        form[field] = "typed"
        for other in AccountField.allCases { #expect(form[other] == (other == field ? "typed" : "")) }
    }

    @Test(arguments: AccountField.allCases)
    func `setting a text replaces the previous text of the field`(field: AccountField) {
        var form = AccountForm([field: "first"])
        form[field] += " and second"
        #expect(form[field] == "first and second")

        form[field] = ""
        #expect(form == AccountForm())
    }

    @Test func `a form can be created from texts; of two texts for one field, the last counts`() {
        let form = AccountForm([.phone: "1", .id: "2", .phone: "3"])

        #expect(form[.phone] == "3")
        #expect(form[.id] == "2")
        #expect(form[.password] == "")
    }

    @Test(arguments: AccountField.allCases)
    func `forms are equal when all texts have the same bytes`(field: AccountField) {
        let texts = ["", "a", "b", "\u{E9}", "e\u{301}", "e\u{301} \0\r\n"]
        let forms = texts.map { AccountForm([field: $0]) }
        #expect(Set(forms + forms).count == texts.count)
        for (form, text) in zip(forms, texts) { #expect(form[field].isUTF8Equal(to: text)) }
    }

    @Test func `forms are not equal if only their joined texts are`() {
        #expect(AccountForm([.id: "ab"]) != AccountForm([.id: "a", .password: "b"]))
    }
}
