import Domain

/// One document in a folder, read and changed as a whole.
///
/// Its methods wait for the medium and for other processes, so they belong on a queue of their own.
struct DocumentFile<Content: StoredContent>: Sendable {
    private let place: StorageLocation
    private let format = DocumentFormat<Content>()

    init(folder: StorageDirectory, fileSystem: any FileSystem) {
        place = StorageLocation(folder: folder, fileSystem: fileSystem)
    }

    /// Reads the content.
    ///
    /// It needs no lock: a document is replaced in one step, and whoever has opened the old one reads that to its end.
    ///
    /// - Returns: The content, or nil where there is no document.
    func read() throws(StorageError) -> Content? {
        guard let folder = try place.open(for: Content.store) else { return nil }
        defer { folder.close() }
        return try content(of: try folder.read())
    }

    /// Reads, changes and writes the content, so that no other change comes between.
    ///
    /// Where there is no document, the change is tried on the empty content first, so that what has nothing to change
    /// makes no folder either.
    ///
    /// - Parameters:
    ///   - failure: Makes an error of the caller's out of one of the store.
    ///   - change: Changes the content; what it throws leaves the document as it is.
    /// - Returns: What the change returned.
    /// - Throws: What the change throws, or what `failure` makes of an error of the store.
    func update<Value, Failure: Error>(
        failure: (StorageError) -> Failure,
        _ change: (inout Content) throws(Failure) -> Change<Value>
    ) throws(Failure) -> Value {
        let isAbsent: Bool
        do { isAbsent = try isEmpty() } catch { throw failure(error) }
        if isAbsent {
            var nothing = Content()
            if case .none(let value) = try change(&nothing) {
                do { try confirm() } catch { throw failure(error) }
                return value
            }
        }

        let writing: Writing
        do { writing = try beginWriting() } catch { throw failure(error) }
        defer { writing.end() }
        var content = writing.content ?? Content()
        switch try change(&content) {
        case .none(let value):
            do { try writing.folder.synchronizeNames() } catch { throw failure(error) }
            return value
        case .made(let value):
            do {
                if content.isNothing {
                    try writing.folder.remove(writing.bytes)
                } else {
                    try writing.folder.replace(writing.bytes, with: try format.encode(content))
                }
            } catch {
                throw failure(error)
            }
            return value
        }
    }

    /// Reads, changes and writes the content like ``update(failure:_:)``, by a change that cannot fail.
    func update<Value>(_ change: (inout Content) -> Change<Value>) throws(StorageError) -> Value {
        try update(failure: { $0 }) { (content: inout Content) throws(StorageError) in change(&content) }
    }

    /// Removes the document and whatever a crash left of it; a document that cannot be read stays.
    ///
    /// - Returns: What was in the document, or nil where there was none.
    func remove() throws(StorageError) -> Content? {
        guard !(try isEmpty()) else {
            try confirm()
            return nil
        }
        let writing = try beginWriting()
        defer { writing.end() }
        try writing.folder.remove(writing.bytes)
        return writing.content
    }

    private func content(of bytes: [UInt8]?) throws(StorageError) -> Content? {
        guard let bytes else { return nil }
        return try format.decode(bytes)
    }

    private func isEmpty() throws(StorageError) -> Bool {
        guard let folder = try place.open(for: Content.store) else { return true }
        defer { folder.close() }
        return !(try folder.holdsAnything())
    }

    /// Makes durable that there is nothing to change: whoever made it so may have been killed before that was.
    private func confirm() throws(StorageError) {
        guard let folder = try place.open(for: Content.store) else { return }
        defer { folder.close() }
        try folder.synchronizeNames()
    }

    private func beginWriting() throws(StorageError) -> Writing {
        let folder = try place.prepare(for: Content.store)
        do throws(StorageError) {
            let lock = try folder.lock(waitingFor: place.folder.lockWait)
            do throws(StorageError) {
                let bytes = try folder.read()
                return Writing(folder: folder, lock: lock, bytes: bytes, content: try content(of: bytes))
            } catch {
                folder.fileSystem.closeFile(lock)
                throw error
            }
        } catch {
            folder.close()
            throw error
        }
    }

    /// The locked folder, and the document as nobody else can change it now.
    private struct Writing {
        let folder: OpenFolder
        let lock: FileDescriptor
        let bytes: [UInt8]?
        let content: Content?

        func end() {
            folder.fileSystem.closeFile(lock)
            folder.close()
        }
    }
}
