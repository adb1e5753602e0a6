import Domain

/// What a document holds.
protocol StoredContent: Sendable {
    associatedtype Record: Codable

    /// The store whose document it is.
    static var store: StorageError.Store { get }

    /// The version of the format that is written.
    static var version: Int { get }

    /// Creates what a missing document stands for.
    init()

    /// Creates what records stand for.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value, or two records are of one thing.
    init(_ records: [Record]) throws(InvalidRecord)

    /// Creates what the records of some version stand for.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value, or two records are of one thing.
    init(_ records: [Record], version: Int) throws(InvalidRecord)

    /// The version of the format that it was read from.
    var versionRead: Int { get }

    /// What is to be stored.
    var records: [Record] { get }

    /// Whether it is stored by there being no document.
    var isNothing: Bool { get }
}

extension StoredContent {
    var isNothing: Bool { false }
}

extension StoredContent {
    /// The first version, and the only one so far.
    static var version: Int { 1 }

    var versionRead: Int { Self.version }

    init(_ records: [Record], version: Int) throws(InvalidRecord) {
        try self.init(records)
    }
}
