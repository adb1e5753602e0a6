import Domain

/// The content of a document.
///
/// The member names of its records are the format and never change. Dates are seconds since 2001-01-01 00:00:00 UTC.
protocol StoredContent: Sendable {
    associatedtype Record: Codable

    /// The store of the document.
    static var store: StorageError.Store { get }

    /// Creates the content of a missing document.
    init()

    /// Creates the content from records; throws if Domain rejects a value, or two records have the same key.
    init(_ records: [Record]) throws(InvalidRecord)

    /// The records to store.
    var records: [Record] { get }

    /// Whether storing the content removes the document.
    var isNothing: Bool { get }
}
