package import Domain

extension Nickname {
    /// A nickname of a test's own making, known to be well formed.
    package static func stub(_ text: String = "Kim") -> Nickname {
        do {
            return try Nickname(text)
        } catch {
            preconditionFailure("\(text) is no nickname: \(error)")
        }
    }
}
