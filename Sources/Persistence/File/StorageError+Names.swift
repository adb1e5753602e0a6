import Domain

extension StorageError.Store {
    /// The file in which the store is kept.
    var documentName: String { rawValue + ".json" }

    /// The file in which a new version of the document grows until it takes the place of the old one.
    var temporaryName: String { "." + documentName + ".tmp" }

    /// What the first line of the document says it is.
    var formatName: String { "account-flow." + rawValue }
}
