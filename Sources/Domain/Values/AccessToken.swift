/// What a signed-in session shows to be let in.
public struct AccessToken: Hashable, Secret {
    /// The token itself.
    public let revealed: String

    /// Creates a token.
    ///
    /// - Parameter text: The token, as the account authority gave it.
    public init(_ text: String) {
        revealed = text
    }
}
