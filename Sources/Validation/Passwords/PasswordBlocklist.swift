/// Passwords that are refused because they are tried first: a set of words, compared whole.
///
/// Upper and lower case are taken as equal, and so are texts that differ only in how characters are composed. A
/// look-up takes the same time whatever the size of the list.
public struct PasswordBlocklist: Hashable, Sendable {
    private let table: WordTable

    /// Creates a list of an app's own.
    ///
    /// - Parameter words: The passwords, in any case; what is empty is left out.
    public init(_ words: some Sequence<String>) {
        table = WordTable(words)
    }

    /// A few thousand passwords that are generally known to be common.
    ///
    /// Words, names, teams and places with the digits and signs that people put behind them, walks over keyboards,
    /// repetitions, runs, dates and years. It was written for this module and copies no list of leaked passwords.
    public static let common = PasswordBlocklist(CommonPasswords.all)

    /// A list without a password.
    public static let empty = PasswordBlocklist([])

    /// How many different passwords are on the list.
    public var count: Int { table.count }

    /// Tells whether a password is on the list.
    ///
    /// - Parameter password: The whole password.
    /// - Returns: Whether it is on the list, in whatever case it is written.
    public func contains(_ password: String) -> Bool {
        // Folding changes the size of a text threefold at most, and what is larger need not be folded.
        guard password.utf8.count <= 3 * table.longest else { return false }
        return FoldedText.withOctets(of: password, table.contains)
    }

    /// Adds passwords to the list.
    ///
    /// - Parameter words: The passwords, in any case.
    /// - Returns: A list of both.
    public func adding(_ words: some Sequence<String>) -> PasswordBlocklist {
        PasswordBlocklist(table.words + Array(words))
    }

    /// Tells whether two lists have the same passwords.
    public static func == (left: PasswordBlocklist, right: PasswordBlocklist) -> Bool {
        left.table === right.table || (left.count == right.count && left.table.words.allSatisfy(right.contains))
    }

    /// Hashes how many passwords there are; lists are too long for more.
    public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
