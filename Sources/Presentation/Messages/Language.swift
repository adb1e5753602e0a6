/// The languages of the package; the raw values are ISO 639 codes.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// Korean.
    case korean = "ko"
    /// English.
    case english = "en"

    /// The texts in this language.
    public var messages: any MessageCatalog {
        switch self {
        case .korean: KoreanMessages()
        case .english: EnglishMessages()
        }
    }
}

/// A table with one value for each language; a table that lacks a language does not compile.
package protocol LanguageTable {
    associatedtype Value

    static var korean: Value { get }
    static var english: Value { get }
}

extension Language {
    /// Returns the value of a table for this language.
    package func value<Table: LanguageTable>(in table: Table.Type) -> Table.Value {
        switch self {
        case .korean: table.korean
        case .english: table.english
        }
    }
}
