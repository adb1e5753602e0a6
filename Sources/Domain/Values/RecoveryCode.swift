/// A code with which an account owner who has forgotten the password sets another one, once.
///
/// It has ``length`` letters and digits of Crockford's Base32, 80 random bits, in groups of four. As typed, it may be in
/// any case, with or without white space and hyphens; `O` counts as `0`, and `I` and `L` count as `1`.
public struct RecoveryCode: Hashable, Secret {
    /// The number of letters and digits.
    public static let length = 16

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// The code in groups of four, with hyphens, as a screen shows it.
    public let revealed: String

    /// Creates a new code.
    ///
    /// - Parameter identifiers: A source of random identifiers.
    public init(_ identifiers: IDGenerator) {
        let digest = SHA256.digest(of: Array(("account-flow.recovery\0" + identifiers.next()).utf8))
        // A byte has more than the five bits that a character needs.
        self.init(characters: digest.prefix(Self.length).map { Self.alphabet[Int($0 & 31)] })
    }

    /// Creates a code from a text that the user typed.
    ///
    /// - Parameter text: The text; the result is nil if it is not a code.
    public init?(_ text: String) {
        let typed = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        let characters = typed.map { $0 == "O" ? "0" : $0 == "I" || $0 == "L" ? "1" : $0 }
        guard characters.count == Self.length, characters.allSatisfy(Self.alphabet.contains) else { return nil }
        self.init(characters: characters)
    }

    private init(characters: [Character]) {
        revealed = stride(from: 0, to: Self.length, by: 4).map { String(characters[$0..<$0 + 4]) }
            .joined(separator: "-")
    }

    /// The code as a hasher of passwords accepts it.
    var password: Password { Password(revealed) }
}
