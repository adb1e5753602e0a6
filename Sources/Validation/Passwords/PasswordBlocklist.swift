import CAccountFlowPasswords
import Domain

/// A list of common passwords, which attackers try first.
///
/// Only whole passwords are compared. Case and the composition of characters are ignored.
public struct PasswordBlocklist: Hashable, Sendable {
    private let ownWords: Set<String>
    private let hasCommonWords: Bool

    /// The common passwords, read when the first one is checked, because most apps start without checking any.
    private static let commonWords = Set(
        String(cString: caccountflow_common_passwords()).utf8.split(separator: UInt8(ascii: "\n"))
            .map { String(Substring($0)) }
    )

    /// Creates a list.
    ///
    /// - Parameter words: The passwords, in any case; empty ones are ignored.
    public init(_ words: some Sequence<String>) {
        self.init(ownWords: Set(words.lazy.map(\.folded).filter { !$0.isEmpty }), hasCommonWords: false)
    }

    private init(ownWords: Set<String>, hasCommonWords: Bool) {
        (self.ownWords, self.hasCommonWords) = (ownWords, hasCommonWords)
    }

    /// About 8,000 common passwords of 6 characters or more.
    ///
    /// The list has words, names, teams and places with common suffixes, keyboard walks, repetitions, runs, dates and
    /// years. It was written for this module and copies no list of leaked passwords.
    public static let common = PasswordBlocklist(ownWords: [], hasCommonWords: true)

    /// A list without passwords.
    public static let empty = PasswordBlocklist([])

    /// The number of different passwords on the list.
    public var count: Int { ownWords.count + (hasCommonWords ? Self.commonWords.count : 0) }

    /// Returns whether a password is on the list.
    ///
    /// - Parameter password: The whole password, in any case.
    /// - Returns: Whether it is on the list.
    public func contains(_ password: String) -> Bool {
        // No password is longer. Composing shrinks a text to a third at most.
        password.utf8.count <= 3 * Password.maximumUTF8Length && contains(folded: password.folded)
    }

    func contains(folded password: String) -> Bool {
        ownWords.contains(password) || (hasCommonWords && Self.commonWords.contains(password))
    }

    /// Returns a list that also has other passwords.
    ///
    /// - Parameter words: The passwords, in any case.
    /// - Returns: A list of both.
    public func adding(_ words: some Sequence<String>) -> PasswordBlocklist {
        let words = ownWords.union(PasswordBlocklist(words).ownWords)
        return PasswordBlocklist(
            ownWords: hasCommonWords ? words.subtracting(Self.commonWords) : words,
            hasCommonWords: hasCommonWords
        )
    }
}
