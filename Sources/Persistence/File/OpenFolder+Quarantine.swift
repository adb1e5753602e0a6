import Domain

/// The names of documents that were moved aside.
extension OpenFolder {
    private static let quarantineInfix = ".damaged-"

    /// Returns whether a name is one of a document that was moved aside.
    static func isQuarantined(_ name: String) -> Bool {
        StorageError.Store.allCases.contains { store in
            let prefix = store.fileName + quarantineInfix
            return name.hasPrefix(prefix) && Int(name.dropFirst(prefix.count)) != nil
        }
    }

    /// Returns an unused name for a document that is moved aside.
    func nameForQuarantine(of store: StorageError.Store) throws(StorageError) -> String {
        let names = Set(try names())
        var number = 1
        while names.contains(store.fileName + Self.quarantineInfix + String(number)) { number += 1 }
        return store.fileName + Self.quarantineInfix + String(number)
    }

    /// Moves the document aside, or anything in its place, and puts a new one there; durably, or not at all.
    func quarantine(startingWith document: [UInt8]?) throws(StorageError) {
        try removeLeftovers()
        let name = try nameForQuarantine(of: store)
        try setQuarantineMode()
        try moveFile(store.fileName, to: name)
        do throws(StorageError) {
            try synchronizeNames()
            guard let document else { return }
            // Only now, because a crash could otherwise leave the new document alone.
            try put(document)
            try synchronizeNames()
        } catch {
            // If restoring the old document fails, it stays aside, and the first error is reported.
            try? removeFile(store.fileName)
            try? moveFile(name, to: store.fileName)
            throw error
        }
    }

    /// Closes the document to other users.
    ///
    /// Anything in its place, even a file with a second name, stays as it is and is not opened: this folder is closed to
    /// other users.
    private func setQuarantineMode() throws(StorageError) {
        guard let status = try status(of: store.fileName), status.isOwnFile, status.mode != Self.fileMode,
            let file = try openFile(store.fileName, for: .reading)
        else { return }
        defer { fileSystem.closeFile(file) }
        try store.reporting(try fileSystem.setMode(Self.fileMode, of: file))
    }
}
