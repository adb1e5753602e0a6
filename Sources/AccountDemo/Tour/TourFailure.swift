import Domain

/// Why the tour did not go on.
enum TourFailure: Error {
    /// The folder that was named holds something already, which the tour would get in the way of.
    case folderInUse

    /// The storage cannot be read or written.
    case unavailable(StorageError)

    /// A row did not come out as it should: what was wanted, and what was found instead.
    case unexpected(row: String, wanted: String, found: String)

    /// Somebody asked to stop.
    case interrupted
}
