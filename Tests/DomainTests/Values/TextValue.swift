import Domain
import Testing

/// A kind of text that is stored, so that one table tries the limits of all of them.
struct TextValue: Sendable, CustomTestStringConvertible {
    let name: String
    let maximumUTF8Length: Int

    /// What has to stand before the text that a test is about.
    var prefix = ""

    /// Makes the value and gives back its text.
    let make: @Sendable (String) throws(ValidationIssue) -> String

    var testDescription: String { name }

    /// The bytes that a test has to itself.
    var room: Int { maximumUTF8Length - prefix.utf8.count }

    static let all = [
        TextValue(name: "AccountID", maximumUTF8Length: 254) { text throws(ValidationIssue) in
            try AccountID(text).text
        },
        TextValue(name: "EmailAddress", maximumUTF8Length: 254, prefix: "a@") { text throws(ValidationIssue) in
            try EmailAddress(text).text
        },
        TextValue(name: "Nickname", maximumUTF8Length: 1_024) { text throws(ValidationIssue) in
            try Nickname(text).text
        },
        TextValue(name: "PersonName", maximumUTF8Length: 512) { text throws(ValidationIssue) in
            try PersonName(text).text
        },
        TextValue(name: "PhoneNumber", maximumUTF8Length: 64) { text throws(ValidationIssue) in
            try PhoneNumber(text).text
        },
    ]
}
