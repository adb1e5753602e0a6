/// A one-time password as the user typed it: 6 to 8 digits.
public struct OneTimePassword: Hashable, Secret {
    /// The digits.
    public let revealed: String

    /// Creates a one-time password from a text that the user typed.
    ///
    /// - Parameter text: The digits `0` to `9`, with or without white space and hyphens; the result is nil if the text is
    ///   not a one-time password.
    public init?(_ text: String) {
        let digits = text.filter { !$0.isWhitespace && $0 != "-" }
        guard TOTP.digitCounts.contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        revealed = digits
    }
}
