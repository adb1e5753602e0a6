import Domain
import Presentation
import Testing

/// An app's own words for one field and one button.
private struct KoreanShop: KoreanMessageCatalog {
    func label(of field: AccountField) -> String { field == .id ? "이메일 PIN" : KoreanMessages().label(of: field) }
}

private struct EnglishShop: EnglishMessageCatalog {
    func label(of field: AccountField) -> String { field == .id ? "Shop name" : EnglishMessages().label(of: field) }

    func message(for error: SignInError) -> String {
        error == .invalidCredentials ? "Do we know you?" : EnglishMessages().message(for: error)
    }
}

struct ReplacedMessagesTests {
    @Test func `an app replaces one text, and sentences that quote it follow, with the right particle`() {
        let messages: any MessageCatalog = KoreanShop()
        let short = FieldIssue(field: .id, issue: .tooShort(minimum: 6, actual: 3))
        #expect(messages.label(of: .id) == "이메일 PIN")
        #expect(messages.message(for: short) == "이메일 PIN은 6자 이상이어야 합니다. 지금은 3자입니다.")
        #expect(messages.message(for: SignUpError.invalidInput([short])) == messages.message(for: short))
        #expect(messages.message(for: RemoteFailure.refused(.none, field: .id)) == "서버가 이메일 PIN을 받아들이지 않았습니다.")
    }

    @Test func `within an English sentence a replaced label loses its capital letter`() {
        let messages: any MessageCatalog = EnglishShop()
        #expect(messages.message(for: FieldIssue(field: .id, issue: .empty)) == "Enter your shop name.")
        #expect(messages.message(for: SignInError.invalidCredentials) == "Do we know you?")
    }

    @Test func `whatever is not replaced stays as it is`() {
        let korean = (KoreanMessages(), KoreanShop())
        let english = (EnglishMessages(), EnglishShop())
        #expect(texts(of: korean.1) == texts(of: korean.0) && texts(of: english.1) == texts(of: english.0))
        #expect(korean.1.language == .korean && english.1.language == .english)
    }

    /// What names no field.
    private func texts(of messages: any MessageCatalog) -> [String] {
        let kinds = MessageSamples.sentences(of: messages)
        return ["storage", "list", "unavailable", "greeting"].flatMap { kinds[$0] ?? [] }
            + ScreenName.allCases.map { messages.title(of: $0) } + ButtonName.allCases.map { messages.title(of: $0) }
            + StatusTitle.allCases.map { messages.text(of: $0) }
    }
}
