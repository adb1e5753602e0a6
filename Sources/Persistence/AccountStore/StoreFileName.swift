/// The names of the files in which accounts are kept.
enum StoreFileName {
    static let store = "accounts.store"

    /// A store file that is being written.
    static let temporary = ".accounts.store.tmp"

    private static let tornPrefix = "accounts.torn-"

    /// The copy of what a crash left behind the frame with a number.
    static func torn(after sequence: UInt64) -> String { tornPrefix + String(sequence) }

    static func isTorn(_ name: String) -> Bool {
        name.hasPrefix(tornPrefix) && UInt64(name.dropFirst(tornPrefix.count)) != nil
    }
}
