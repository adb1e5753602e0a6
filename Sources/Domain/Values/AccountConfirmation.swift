/// The code from a message to the user, and the identity of the account in the same link, if it has one.
public struct AccountConfirmation: Hashable, Secret {
    /// The code.
    public let code: String

    /// The identity of the account, or nil.
    public let uid: String?

    /// Creates a confirmation.
    ///
    /// - Parameters:
    ///   - code: The code, as the user typed it or as the link contains it.
    ///   - uid: The identity of the account in the link, or nil.
    public init(code: String, uid: String? = nil) {
        self.code = code
        self.uid = uid
    }
}
