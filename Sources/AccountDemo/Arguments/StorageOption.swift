/// Where the command line says that accounts are kept.
package enum StorageOption: Equatable, Sendable {
    /// The command line says nothing.
    case unspecified

    /// Nowhere: all is forgotten when the program ends.
    case inMemory

    /// In a folder.
    case folder(String)
}
