/// The two productions of RFC 9110 that names and values have to follow, so that none of them ends a line early and
/// slips another field or request in.
enum HTTPGrammar {
    /// Tells whether a text is a token (section 5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// Tells whether a text is the value of a field (section 5.5): visible characters, with spaces and tabs inside.
    ///
    /// What is not ASCII passes, as the old `obs-text`.
    static func isFieldValue(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        return !isSpace(first) && !isSpace(last) && text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == tab }
    }

    private static let tab = UInt8(ascii: "\t")

    private static func isSpace(_ byte: UInt8) -> Bool { byte == tab || byte == UInt8(ascii: " ") }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: marks.contains(byte)
        }
    }

    private static let marks = Array("!#$%&'*+-.^_`|~".utf8)
}
