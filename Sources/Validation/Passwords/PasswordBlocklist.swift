import Domain

/// Common passwords, which attackers try first.
///
/// A password is compared with them as a whole. Case and how characters are composed make no difference.
public struct PasswordBlocklist: Hashable, Sendable {
    private let words: Set<String>
    private let maximumUTF8Length: Int

    /// Creates a list.
    ///
    /// - Parameter words: The passwords, in any case; empty ones are left out.
    public init(_ words: some Sequence<String>) {
        self.init(folded: Set(words.lazy.map(\.folded).filter { !$0.isEmpty }))
    }

    private init(folded words: Set<String>) {
        self.words = words
        maximumUTF8Length = words.lazy.map(\.utf8.count).max() ?? 0
    }

    /// About 8,000 common passwords of 6 characters or more.
    ///
    /// Words, names, teams and places with the digits and signs that people append; keyboard walks, repetitions, runs,
    /// dates and years. It was written for this module and copies no list of leaked passwords.
    public static let common = PasswordBlocklist(folded: CommonPasswords.all)

    /// A list without passwords.
    public static let empty = PasswordBlocklist([])

    /// The number of different passwords on the list.
    public var count: Int { words.count }

    /// Returns whether a password is on the list.
    ///
    /// - Parameter password: The whole password, in any case.
    /// - Returns: Whether it is on the list.
    public func contains(_ password: String) -> Bool {
        // Lower case has at most three times the bytes, and so has Normalization Form C.
        password.utf8.count <= 9 * maximumUTF8Length && contains(folded: password.folded)
    }

    /// Returns whether a folded password is on the list.
    func contains(folded password: String) -> Bool {
        password.utf8.count <= maximumUTF8Length && words.contains(password)
    }

    /// Adds passwords to the list.
    ///
    /// - Parameter words: The passwords, in any case.
    /// - Returns: A list of both.
    public func adding(_ words: some Sequence<String>) -> PasswordBlocklist {
        PasswordBlocklist(folded: self.words.union(PasswordBlocklist(words).words))
    }
}
