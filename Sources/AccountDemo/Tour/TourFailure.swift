import Domain

/// Why the tour did not go on.
enum TourFailure: Error {
    /// The folder has accounts already, which the tour would get in the way of.
    case folderInUse

    /// The storage cannot be read.
    case unavailable(StorageError)

    /// The app was somewhere else than it should have been.
    case unexpected

    /// Somebody asked to stop.
    case interrupted
}
