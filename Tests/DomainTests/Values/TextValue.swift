import Domain
import Testing

/// A kind of text that is stored, so that one table tries the limits of all of them.
struct TextValue: Sendable, CustomTestStringConvertible {
    let name: String
    let maximumOctets: Int

    /// What has to stand before the text that a test is about.
    var prefix = ""

    /// Makes the value and gives back its text.
    let make: @Sendable (String) throws(ValidationIssue) -> String

    var testDescription: String { name }

    /// The octets that a test has to itself.
    var room: Int { maximumOctets - prefix.utf8.count }

    static let all = [
        TextValue(name: "AccountID", maximumOctets: 254) { text throws(ValidationIssue) in
            try AccountID(text).text
        },
        TextValue(name: "EmailAddress", maximumOctets: 254, prefix: "a@") { text throws(ValidationIssue) in
            try EmailAddress(text).text
        },
        TextValue(name: "Nickname", maximumOctets: 1_024) { text throws(ValidationIssue) in
            try Nickname(text).text
        },
        TextValue(name: "PersonName", maximumOctets: 512) { text throws(ValidationIssue) in
            try PersonName(text).text
        },
        TextValue(name: "PhoneNumber", maximumOctets: 64) { text throws(ValidationIssue) in
            try PhoneNumber(text).text
        },
    ]
}
