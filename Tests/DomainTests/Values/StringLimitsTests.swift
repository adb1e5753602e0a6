import Domain
import Testing

struct StringLimitsTests {
    @Test(arguments: TextValue.all)
    func `an empty text is rejected`(value: TextValue) {
        #expect(throws: ValidationIssue.empty) { try value.make("") }
    }

    @Test(arguments: TextValue.all)
    func `one byte is enough`(value: TextValue) throws {
        #expect(try value.make(value.prefix + "x") == value.prefix + "x")
    }

    @Test(arguments: TextValue.all, ["x", "é", "한", "🙂"])
    func `the size is counted in bytes and not in characters`(value: TextValue, character: String) throws {
        let size = character.utf8.count
        let fitting = value.prefix + String(repeating: character, count: value.room / size)
        #expect(try value.make(fitting).utf8.count == value.maximumUTF8Length - value.room % size)

        let tooLarge = fitting + character
        #expect(
            throws: ValidationIssue.tooManyBytes(maximum: value.maximumUTF8Length, actual: tooLarge.utf8.count)
        ) { try value.make(tooLarge) }
    }

    @Test(arguments: TextValue.all)
    func `a megabyte is rejected with its size`(value: TextValue) {
        let text = String(repeating: "\0", count: 1 << 20)
        #expect(throws: ValidationIssue.tooManyBytes(maximum: value.maximumUTF8Length, actual: 1 << 20)) {
            try value.make(text)
        }
    }

    @Test(
        arguments: TextValue.all,
        ["\u{00}", "\u{01}", "\t", "\n", "\r", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9F}", "\r\n"]
    )
    func `a control character is rejected with its position`(value: TextValue, control: String) {
        // The mark joins the letter before it, so positions in characters would differ.
        let before = value.prefix + "e\u{301}한"
        let text = before + control + "x"
        #expect(throws: ValidationIssue.containsControlCharacter(at: before.unicodeScalars.count)) {
            try value.make(text)
        }
    }

    @Test(arguments: TextValue.all)
    func `canonically equivalent texts are equal, and compatibility forms are not`(value: TextValue) throws {
        #expect(try value.areEqual(value.prefix + "\u{E9}", value.prefix + "e\u{301}"))
        #expect(try !value.areEqual(value.prefix + "ﬁ", value.prefix + "fi"))
        #expect(try !value.areEqual(value.prefix + "1-2", value.prefix + "12"))
        #expect(try !value.areEqual(value.prefix + "Kim", value.prefix + "kim"))
    }

    @Test(arguments: TextValue.all, ["~", "¡", "\u{AD}", "\u{200D}", "\u{E000}", "\u{10FFFF}"])
    func `characters next to the control characters are accepted`(value: TextValue, text: String) throws {
        #expect(try value.make(value.prefix + "x" + text) == value.prefix + "x" + text)
    }

    @Test(arguments: TextValue.all, ["É", "E\u{301}", "\u{212B}", "\u{1100}\u{1161}"])
    func `a value has the exact bytes of the typed text`(value: TextValue, typed: String) throws {
        let text = value.prefix + typed
        #expect(try Array(value.make(text).utf8) == Array(text.utf8))
    }

    @Test(arguments: TextValue.all, [0, 1])
    func `the size is measured in Normalization Form C`(value: TextValue, more: Int) throws {
        let count = value.room / 3 + more
        let composed = value.prefix + String(repeating: "한", count: count)
        let typed = value.prefix + String(repeating: "\u{1112}\u{1161}\u{11AB}", count: count)
        if more == 0 {
            #expect(try Array(value.make(typed).utf8) == Array(typed.utf8))
        } else {
            #expect(
                throws: ValidationIssue.tooManyBytes(maximum: value.maximumUTF8Length, actual: composed.utf8.count)
            ) { try value.make(typed) }
        }
    }
}

/// A type of text with a limit.
struct TextValue: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let maximumUTF8Length: Int

    /// The text before the tested part.
    let prefix: String

    /// Creates a value and returns its description, which is the text.
    let make: @Sendable (String) throws(ValidationIssue) -> String

    /// Creates two values and returns whether they are equal.
    let areEqual: @Sendable (String, String) throws(ValidationIssue) -> Bool

    /// The number of bytes after the prefix.
    var room: Int { maximumUTF8Length - prefix.utf8.count }

    private init<Value: Hashable & SendableMetatype>(
        maximum: Int,
        prefix: String = "",
        _ make: @escaping @Sendable (String) throws(ValidationIssue) -> Value
    ) {
        testDescription = "\(Value.self)"
        maximumUTF8Length = maximum
        self.prefix = prefix
        self.make = { text throws(ValidationIssue) in "\(try make(text))" }
        areEqual = { left, right throws(ValidationIssue) in try make(left) == make(right) }
    }

    static let all = [
        TextValue(maximum: 254) { text throws(ValidationIssue) in try AccountID(text) },
        TextValue(maximum: 254, prefix: "a@") { text throws(ValidationIssue) in try EmailAddress(text) },
        TextValue(maximum: 1_024) { text throws(ValidationIssue) in try Nickname(text) },
        TextValue(maximum: 512) { text throws(ValidationIssue) in try PersonName(text) },
        TextValue(maximum: 64) { text throws(ValidationIssue) in try PhoneNumber(text) },
    ]
}
