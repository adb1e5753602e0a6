public import Domain

/// Why nothing was repaired.
public enum RepairError: Error, Hashable, Sendable {
    /// There is no store file, or no account in it that can be told from damage.
    case nothingToRepair

    /// The folder to write to has something in it already.
    case destinationInUse

    /// The damaged store could not be looked at.
    case source(StorageError)

    /// The new store could not be written.
    case destination(StorageError)
}
