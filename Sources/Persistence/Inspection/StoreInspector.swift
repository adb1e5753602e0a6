import Dispatch
public import Domain

/// The state of one store in a directory.
public struct StoreFinding: Hashable, Sendable {
    /// The result of reading a store.
    public enum State: Hashable, Sendable {
        /// Nothing is stored.
        case absent

        /// The store can be read; it has this version of its format, and this number of records.
        case readable(version: Int, records: Int)

        /// The store cannot be read for this reason, and is unchanged.
        case unreadable(StorageError.Reason)
    }

    /// A remark on a store, whether or not it can be read.
    public enum Remark: Hashable, Sendable {
        /// A crash left an unfinished change of this size; the next write copies it to a file and cuts it off.
        case unfinishedChange(bytes: Int)

        /// The file of this name is a copy of an unfinished change.
        case copyOfUnfinishedChange(name: String)

        /// The index is damaged; accounts are found without it until the next compaction.
        case damagedIndex

        /// The file contains deleted accounts until the next compaction.
        case awaitsErasure

        /// The mode of the file of this name gives other users access; the next change of the file sets it.
        case openToOthers(name: String)

        /// The mode of the folder gives other users access; the next change sets it.
        case folderOpenToOthers

        /// Something that is not safe is in place of the file of this name, and prevents every change; in place of a log
        /// of security events, it only prevents events.
        case obstacle(name: String, StorageError.UnsafeLocation)

        /// The file of this name, the lock or a log, is larger than any that a store writes; only a part of it is read.
        case tooLarge(name: String)

        /// The file of this name is an export with password hashes, which is being written or was not finished.
        case unfinishedExport(name: String)

        /// The file of this name is a copy of the accounts, such as of a compaction that runs or was not finished.
        case unfinishedStore(name: String)
    }

    /// The store.
    public let store: StorageError.Store

    /// The result of reading the store.
    public let state: State

    /// Remarks on the store.
    public fileprivate(set) var remarks: [Remark] = []
}

/// An inspector that reads every store of a directory, compares every checksum, and changes nothing.
public struct StoreInspector: Sendable {
    private let directory: StorageDirectory
    private let progress: StoreProgress

    /// Creates an inspector; it does not use the disk before the first call.
    ///
    /// - Parameters:
    ///   - folder: The directory of the stores.
    ///   - progress: Called with the inspected share of the account store, which is by far the largest one.
    public init(folder: StorageDirectory, progress: @escaping StoreProgress = { _ in }) {
        directory = folder
        self.progress = progress
    }

    /// Inspects every store, and returns a finding for each in the order of `StorageError.Store.allCases`.
    public func inspect() async -> [StoreFinding] {
        await DispatchQueue(label: "Persistence.StoreInspector").run { () throws(Never) in
            StorageError.Store.allCases.map { store in
                var finding: StoreFinding
                do throws(StorageError) {
                    finding = try self.finding(for: store) ?? StoreFinding(store: store, state: .absent)
                } catch {
                    finding = StoreFinding(store: store, state: .unreadable(error.reason))
                }
                // If the folder cannot be read, the finding says so.
                finding.remarks += (try? fileRemarks(on: store)) ?? []
                return finding
            }
        }
    }

    /// The largest sizes of the files that are not read as a whole.
    private static let largestSizes = [
        OpenFolder.lockName: CommitPointer.size, FileSecurityEvents.fileName: FileSecurityEvents.largestFile,
        FileSecurityEvents.olderFileName: FileSecurityEvents.largestFile,
    ]

    /// Returns the remarks for which no file is opened.
    private func fileRemarks(on store: StorageError.Store) throws(StorageError) -> [StoreFinding.Remark] {
        guard let folder = try directory.open(for: store) else { return [] }
        defer { folder.close() }
        let isAccounts = store == .accounts
        var remarks: [StoreFinding.Remark] = []
        if isAccounts, try folder.isExposed() { remarks.append(.folderOpenToOthers) }
        for name in try isAccounts ? folder.namesBesidesDocuments() : [store.fileName] {
            guard let status = try folder.status(of: name) else { continue }
            let largest = Self.largestSizes[name]
            // An obstacle in place of a document is damage, and no store needs the files that were moved aside.
            if let obstacle = status.obstacle, name == StoreFileName.store || largest != nil {
                remarks.append(.obstacle(name: name, obstacle))
                continue
            }
            if status.kind == .regular, status.mode & 0o077 != 0 { remarks.append(.openToOthers(name: name)) }
            if let largest, status.size > largest { remarks.append(.tooLarge(name: name)) }
            // Nothing else with such a name is an export.
            if folder.fileSystem.isUnfinishedExport(name), status.isOwnFile {
                remarks.append(.unfinishedExport(name: name))
            }
            if isAccounts, name == store.temporaryName, status.isOwnFile {
                remarks.append(.unfinishedStore(name: name))
            }
        }
        return remarks
    }

    private func finding(for store: StorageError.Store) throws(StorageError) -> StoreFinding? {
        switch store {
        case .accounts: try accountsFinding()
        case .session: try finding(for: StoredSessions.self)
        case .consents: try finding(for: ConsentTable.self)
        case .pendingOperations: try finding(for: PendingOperationTable.self)
        case .attempts: try finding(for: SignInAttempts.self)
        }
    }

    private func finding<Content: StoredContent>(for content: Content.Type) throws(StorageError) -> StoreFinding? {
        guard let content = try DocumentFile<Content>(directory: directory).read() else { return nil }
        let state = StoreFinding.State.readable(
            version: DocumentFormat<Content>.version,
            records: content.records.count
        )
        return StoreFinding(store: Content.store, state: state)
    }

    private func accountsFinding() throws(StorageError) -> StoreFinding? {
        guard let folder = try directory.open(for: .accounts) else { return nil }
        defer { folder.close() }
        let pointer = StoreAccess.pointer(in: folder)
        let acknowledged = pointer?.acknowledged
        return try StoreFile.open(in: folder, for: .reading, provedBy: pointer).map { file throws(StorageError) in
            try finding(for: file, pointer, acknowledged, in: folder)
        }
    }

    private func finding(
        for file: StoreFile,
        _ pointer: CommitPointer?,
        _ acknowledged: AcknowledgedFrame?,
        in folder: OpenFolder,
        lastEnd: Int? = nil
    ) throws(StorageError) -> StoreFinding {
        let view = try StoreView.load(file, in: folder, pointer: pointer, upTo: acknowledged)
        var remarks: [StoreFinding.Remark] = []
        let isIndexSound = try folder.store.decoding { () throws(InvalidRecord) in
            try file.checkpoint.verify(progress)
        }
        if !isIndexSound { remarks.append(.damagedIndex) }
        // Bytes after the acknowledged end of a broken file have no meaning.
        let isBroken = pointer?.brokenEnd(generation: file.header.generation) != nil
        switch isBroken ? .clean : try view.ending(in: folder) {
        case .clean: break
        case .torn(let bytes): remarks.append(.unfinishedChange(bytes: bytes))
        case .damaged:
            // Another process may be writing, in which case a second read finds more frames.
            if view.end == lastEnd { throw folder.store.corrupt }
            return try finding(for: file, pointer, acknowledged, in: folder, lastEnd: view.end)
        }
        if view.memtable.holdsDeletions { remarks.append(.awaitsErasure) }
        remarks += try folder.tornCopies().map { .copyOfUnfinishedChange(name: $0) }
        return StoreFinding(
            store: .accounts,
            state: .readable(version: Int(StoreHeader.majorVersion), records: view.count),
            remarks: remarks
        )
    }
}

extension OpenFolder {
    /// Returns the names of the stores' files, except those of documents; that of the accounts and the lock come first.
    fileprivate func namesBesidesDocuments() throws(StorageError) -> [String] {
        let first = [StoreFileName.store, Self.lockName]
        let others = first + StorageError.Store.allCases.map(\.fileName)
        return first + (try names().filter { isOwnName($0) && !others.contains($0) }.sorted())
    }
}
