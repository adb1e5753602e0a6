import Domain

/// What a document holds.
protocol StoredContent: Sendable {
    associatedtype Record: Codable

    /// The store whose document it is.
    static var store: StorageError.Store { get }

    /// Creates what a missing document stands for.
    init()

    /// Creates what records stand for.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value, or two records are of one thing.
    init(_ records: [Record]) throws(InvalidRecord)

    /// What is to be stored.
    var records: [Record] { get }

    /// Whether it is stored by there being no document.
    var isNothing: Bool { get }
}

extension StoredContent {
    var isNothing: Bool { false }
}
