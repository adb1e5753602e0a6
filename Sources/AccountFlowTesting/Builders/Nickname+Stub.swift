public import Domain

extension Nickname {
    /// A nickname of a test's own making, known to be well formed.
    ///
    /// - Parameter text: The text; the test ends where it is not well formed.
    /// - Returns: The value.
    public static func stub(_ text: String = "Kim") -> Nickname {
        do {
            return try Nickname(text)
        } catch {
            preconditionFailure("\(text) is no nickname: \(error)")
        }
    }
}
