import Domain

/// The names of documents that were moved aside.
extension OpenFolder {
    private static let quarantineInfix = ".damaged-"

    /// Returns whether a name is one of a document that was moved aside.
    static func isQuarantined(_ name: String) -> Bool {
        StorageError.Store.allCases.contains { quarantineNumber(of: name, $0) != nil }
    }

    /// Returns the number of a document that was moved aside, or nil for another file.
    private static func quarantineNumber(of name: String, _ store: StorageError.Store) -> Int? {
        let prefix = store.documentName + quarantineInfix
        return name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }

    /// Returns an unused name for a document that is moved aside.
    func nameForQuarantine(of store: StorageError.Store) throws(StorageError) -> String {
        let last = try names().compactMap { Self.quarantineNumber(of: $0, store) }.max() ?? 0
        guard last < .max else { throw store.unencodable }
        return store.documentName + Self.quarantineInfix + String(last + 1)
    }

    /// Moves the document aside, or anything in its place, and puts a new one there; durably, or not at all.
    func quarantine(startingWith document: [UInt8]?) throws(StorageError) {
        try removeLeftovers()
        let name = try nameForQuarantine(of: store)
        try setQuarantineMode()
        try moveFile(store.documentName, to: name)
        do throws(StorageError) {
            try synchronizeNames()
            guard let document else { return }
            // Only now, because a crash could otherwise leave the new document alone.
            try put(document)
            try synchronizeNames()
        } catch {
            // If restoring the old document fails, it stays aside, and the first error is reported.
            try? removeFile(store.documentName)
            try? moveFile(name, to: store.documentName)
            throw error
        }
    }

    /// Closes the document to other users.
    ///
    /// Anything in its place, even a file with a second name, stays as it is and is not opened: this folder is closed to
    /// other users.
    private func setQuarantineMode() throws(StorageError) {
        guard let status = try status(of: store.documentName), status.isOwnFile, status.mode != Self.fileMode,
            let file = try openFile(store.documentName, for: .reading)
        else { return }
        defer { fileSystem.closeFile(file) }
        try store.reporting(try fileSystem.setMode(Self.fileMode, of: file))
    }
}
