public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The name of a value that a request contains, such as `id` or `accessToken`.
public struct Placeholder: Hashable, Sendable, CustomStringConvertible {
    /// The name: letters and digits, of which the first is a letter.
    public let name: String

    /// Creates a placeholder.
    ///
    /// - Parameter name: ASCII letters and digits, of which the first is a letter; the result is nil for another text.
    public init?(_ name: String) {
        guard let first = name.utf8.first, first.isLetter, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) else {
            return nil
        }
        self.name = name
    }

    private init(known name: String) {
        self.name = name
    }

    /// Creates the placeholder of a form field.
    ///
    /// - Parameter field: The field; its raw value is the name.
    public init(_ field: AccountField) {
        name = field.rawValue
    }

    /// The ID that the user typed.
    public static let id = Placeholder(AccountField.id)
    /// The password of a sign-up or sign-in.
    public static let password = Placeholder(AccountField.password)
    /// The server's own key of the account.
    public static let key = Placeholder(known: "key")
    /// The access token of the session.
    public static let accessToken = Placeholder(known: "accessToken")
    /// The refresh token of the session.
    public static let refreshToken = Placeholder(known: "refreshToken")
    /// The password that the account has.
    public static let currentPassword = Placeholder(known: "currentPassword")
    /// The password that the account gets.
    public static let newPassword = Placeholder(known: "newPassword")
    /// The code from a message to the user.
    public static let code = Placeholder(known: "code")
    /// The identity of the account in a link from a message to the user.
    public static let uid = Placeholder(known: "uid")
    /// The documents to which the user agrees, as texts such as `terms@2`.
    public static let consents = Placeholder(known: "consents")

    /// The name.
    public var description: String { name }
}

/// A text with placeholders.
public struct TextTemplate: Hashable, Sendable, ExpressibleByStringLiteral {
    enum Part: Hashable, Sendable {
        case literal(String)
        case placeholder(Placeholder)

        /// The credentials of HTTP Basic (RFC 7617): a user name and a password.
        case basic(Placeholder, Placeholder)
    }

    private(set) var parts: [Part] = []

    /// Creates a template.
    ///
    /// - Parameter text: The text. `$name` is a placeholder, `$basic(user, password)` stands for the credentials of HTTP
    ///   Basic (RFC 7617) with the values of two placeholders, and `$$` stands for `$`.
    public init(_ text: String) {
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            append(rest[..<dollar])
            rest = rest[rest.index(after: dollar)...]
            if rest.hasPrefix("$") {
                append("$")
                rest = rest.dropFirst()
            } else if let (part, end) = Self.basic(rest) {
                parts.append(part)
                rest = rest[end...]
            } else if let placeholder = Placeholder(String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }))
            {
                parts.append(.placeholder(placeholder))
                rest = rest.dropFirst(placeholder.name.count)
            } else {
                append("$")
            }
        }
        append(rest)
    }

    /// Creates a template from a literal, as ``init(_:)`` does.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Creates a template of a path, in which `{name}` is a placeholder.
    init(path: String) {
        var rest = path[...]
        while let start = rest.firstIndex(of: "{") {
            append(rest[..<start])
            rest = rest[start...].dropFirst()
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            if rest[name.endIndex...].hasPrefix("}"), let placeholder = Placeholder(String(name)) {
                parts.append(.placeholder(placeholder))
                rest = rest[name.endIndex...].dropFirst()
            } else {
                append("{")
            }
        }
        append(rest)
    }

    /// Creates a template of one placeholder.
    init(_ placeholder: Placeholder) {
        parts = [.placeholder(placeholder)]
    }

    private mutating func append(_ text: Substring) {
        guard !text.isEmpty else { return }
        if case .literal(var literal)? = parts.last {
            // No copy of the text is left, so that it grows in place.
            parts.removeLast()
            literal += text
            parts.append(.literal(literal))
        } else {
            parts.append(.literal(String(text)))
        }
    }

    /// Reads `basic(user, password)` at the start of a text, and returns its end.
    private static func basic(_ text: Substring) -> (Part, Substring.Index)? {
        guard text.hasPrefix("basic("), let end = text.firstIndex(of: ")") else { return nil }
        let names = text[text.index(text.startIndex, offsetBy: 6)..<end].split(separator: ",").map {
            Placeholder(String($0.replacing(" ", with: "")))
        }
        guard names.count == 2, let user = names[0], let password = names[1] else { return nil }
        return (.basic(user, password), text.index(after: end))
    }

    /// The placeholder that the whole text consists of, or nil.
    var placeholder: Placeholder? {
        if parts.count == 1, case .placeholder(let placeholder) = parts[0] { placeholder } else { nil }
    }

    /// The parts between the placeholders.
    var literals: [String] { parts.compactMap { if case .literal(let text) = $0 { text } else { nil } } }

    var placeholders: Set<Placeholder> {
        parts.reduce(into: []) { found, part in
            switch part {
            case .literal: break
            case .placeholder(let placeholder): found.insert(placeholder)
            case .basic(let user, let password): found.formUnion([user, password])
            }
        }
    }

    /// Returns the text, or nil if a value is missing.
    func filled(with values: RequestValues) -> String? { filled { values[$0] } }

    /// Returns the text with the values that a function returns, or nil if a value is missing.
    func filled(with value: (Placeholder) -> String?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let placeholder):
                guard let value = value(placeholder) else { return nil }
                text += value
            case .basic(let user, let password):
                guard let user = value(user), let password = value(password) else { return nil }
                text += "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
            }
        }
        return text
    }

    /// Returns the values in a text that a template with one placeholder has filled, or nil if it does not match.
    func values(in text: String) -> RequestValues? {
        var (before, after, found): (String, String, Placeholder?) = ("", "", nil)
        for part in parts {
            switch part {
            case .literal(let literal): if found == nil { before += literal } else { after += literal }
            case .placeholder(let placeholder) where found == nil: found = placeholder
            case .placeholder, .basic: return nil
            }
        }
        guard let value = text.text(between: before, and: after) else { return nil }
        return found.map { [$0: value] } ?? [:]
    }
}

extension String {
    /// Returns the text between a beginning and an end, or nil if the text does not have both.
    func text(between start: some StringProtocol, and end: some StringProtocol) -> String? {
        guard utf8.count >= start.utf8.count + end.utf8.count, hasPrefix(start), hasSuffix(end) else { return nil }
        return String(dropFirst(start.count).dropLast(end.count))
    }
}

/// The values of placeholders in one request.
package typealias RequestValues = [Placeholder: String]
