public import Domain

extension AccountID {
    /// An ID of a test's own making, known to be well formed.
    ///
    /// - Parameter text: The text; the test ends where it is not well formed.
    /// - Returns: The value.
    public static func stub(_ text: String = "abcdef@gmail.com") -> AccountID {
        do {
            return try AccountID(text)
        } catch {
            preconditionFailure("\(text) is no account ID: \(error)")
        }
    }
}
