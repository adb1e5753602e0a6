/// The languages in which the package speaks to people; their raw values are ISO 639 codes.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// Korean.
    case korean = "ko"

    /// English.
    case english = "en"

    /// The wording in this language.
    public var messages: any MessageCatalog {
        switch self {
        case .korean: KoreanMessages()
        case .english: EnglishMessages()
        }
    }
}
