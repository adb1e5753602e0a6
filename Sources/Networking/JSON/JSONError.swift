/// Why bytes are not taken for a JSON text.
public enum JSONError: Error, Hashable, Sendable {
    /// There are more bytes than allowed.
    case tooLarge(maximumUTF8Length: Int)

    /// Lists and objects are deeper in each other than allowed.
    case tooDeep(maximum: Int)

    /// An object has two members of one name, and readers do not agree which one counts; `at` is where the second one
    /// begins, and counts bytes from 0.
    case duplicateMember(at: Int)

    /// A text is not valid UTF-8, has half of a surrogate pair, or more than 30 combining marks one after the other,
    /// which the Stream-Safe Text Format (UAX #15 section 13) has not: comparing such texts takes time in the square of
    /// their size. `at` counts bytes from 0.
    case invalidText(at: Int)

    /// The grammar of RFC 8259 does not have this; `at` counts bytes from 0.
    case invalidSyntax(at: Int)
}
