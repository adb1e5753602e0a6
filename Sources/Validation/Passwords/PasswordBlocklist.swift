/// Passwords that are refused because they are tried first: a set of words, compared whole.
///
/// Upper and lower case are taken as equal, and so are texts that differ only in how characters are composed. A
/// look-up takes the same time whatever the size of the list.
public struct PasswordBlocklist: Hashable, Sendable {
    // Behind one reference, because rules that hold a list are copied.
    private final class Storage: Sendable {
        let table: WordTable

        init(_ table: WordTable) {
            self.table = table
        }
    }

    private let storage: Storage
    private var table: WordTable { storage.table }

    /// Creates a list of an app's own.
    ///
    /// - Parameter words: The passwords, in any case; what is empty is left out.
    public init(_ words: some Sequence<String>) {
        storage = Storage(WordTable(words))
    }

    private init(_ table: WordTable) {
        storage = Storage(table)
    }

    /// Some 8,000 passwords that are generally known to be common, the shortest of them of 6 characters.
    ///
    /// Words, names, teams and places with the digits and signs that people put behind them, walks over keyboards,
    /// repetitions, runs, dates and years. It was written for this module and copies no list of leaked passwords. It is
    /// made when it is first asked for, as by the policies that have it, and takes less than a millisecond for it.
    public static let common = PasswordBlocklist(WordTable(CommonPasswords.texts, phrases: CommonPasswords.phrases))

    /// A list without a password.
    public static let empty = PasswordBlocklist([])

    /// How many different passwords are on the list.
    public var count: Int { table.count }

    /// Tells whether a password is on the list.
    ///
    /// - Parameter password: The whole password.
    /// - Returns: Whether it is on the list, in whatever case it is written.
    public func contains(_ password: String) -> Bool {
        // A scalar has three at most in lower case, which composing makes three times smaller at most.
        guard password.utf8.count <= 9 * table.longest else { return false }
        return FoldedText.withBytes(of: password, table.contains)
    }

    /// Tells whether a password in its ``FoldedText`` is on the list, or so regular that it need not be.
    func refuses(_ password: UnsafeBufferPointer<UInt8>) -> Bool {
        table.contains(password) || RegularPassword.matches(password)
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
        left.storage === right.storage || (left.count == right.count && left.table.words.allSatisfy(right.contains))
    }

    /// Hashes how many passwords there are; lists are too long for more.
    public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
