import CAccountFlowPasswords
import Domain

/// A list of common passwords, which attackers try first.
///
/// Only whole passwords are compared. Case and the composition of characters are ignored.
public struct PasswordBlocklist: Hashable, Sendable {
    private let words: Set<String>
    private let maximumUTF8Length: Int

    /// Creates a list.
    ///
    /// - Parameter words: The passwords, in any case; empty ones are ignored.
    public init(_ words: some Sequence<String>) {
        self.init(folded: Set(words.lazy.map(\.folded).filter { !$0.isEmpty }))
    }

    private init(folded words: Set<String>) {
        self.words = words
        maximumUTF8Length = words.lazy.map(\.utf8.count).max() ?? 0
    }

    /// About 8,000 common passwords of 6 characters or more.
    ///
    /// The list has words, names, teams and places with common suffixes, keyboard walks, repetitions, runs, dates and
    /// years. It was written for this module and copies no list of leaked passwords.
    public static let common = PasswordBlocklist(
        folded: Set(
            String(cString: caccountflow_common_passwords()).utf8.split(separator: UInt8(ascii: "\n"))
                .map { String(Substring($0)) }
        )
    )

    /// A list without passwords.
    public static let empty = PasswordBlocklist([])

    /// The number of different passwords on the list.
    public var count: Int { words.count }

    /// Returns whether a password is on the list.
    ///
    /// - Parameter password: The whole password, in any case.
    /// - Returns: Whether it is on the list.
    public func contains(_ password: String) -> Bool {
        // Converting to lower case shrinks a text to a third at most, and so does Normalization Form C.
        password.utf8.count <= 9 * maximumUTF8Length && contains(folded: password.folded)
    }

    func contains(folded password: String) -> Bool {
        password.utf8.count <= maximumUTF8Length && words.contains(password)
    }

    /// Returns a list that also has other passwords.
    ///
    /// - Parameter words: The passwords, in any case.
    /// - Returns: A list of both.
    public func adding(_ words: some Sequence<String>) -> PasswordBlocklist {
        PasswordBlocklist(folded: self.words.union(PasswordBlocklist(words).words))
    }
}
