public import Domain

/// The stored sessions in one item of the Keychain, shared with every other object and process that may use the item.
///
/// The data of the item is the document that ``FileSessionRepository`` stores. A change searches for the item by the
/// digest of the data that was read, and starts again if there is none, up to 100 times. So it replaces no change of
/// another process, provided that the Keychain finds and changes an item in one step. Its published sources do so; Apple
/// does not document it, nor when a change is durable.
///
/// While the device is locked, the error is `.notPermitted`, which never means that no user is signed in. If the app
/// lacks an entitlement, a change fails with the status -34018. An item that cannot be decoded stays unchanged, except
/// that ``clear()`` deletes it.
public actor KeychainSessionRepository: SessionRepository, StoreQuarantine {
    private let keychain: any Keychain
    private let options: KeychainOptions
    private let format = DocumentFormat<StoredSessions>()
    private let executor = DispatchQueueExecutor(label: "Persistence.KeychainSessionRepository")
    private var isInstallationKnown = false

    /// The queue on which the Keychain is used, because its functions block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    #if canImport(Security)
    /// Creates a repository; it does not use the Keychain before the first call.
    ///
    /// - Parameter options: The name, group and protection of the item.
    public init(_ options: KeychainOptions = KeychainOptions()) {
        self.init(options, keychain: SystemKeychain())
    }
    #endif

    package init(_ options: KeychainOptions, keychain: any Keychain) {
        self.options = options
        self.keychain = keychain
    }

    public func load() throws(StorageError) -> StoredSessions { try sessions(in: try find()) }

    @discardableResult
    public func update<Value: Sendable>(
        _ change: @Sendable (inout StoredSessions) -> Value
    ) throws(StorageError) -> Value {
        for _ in 0..<Self.attempts {
            let found = try find()
            var sessions = try sessions(in: found)
            let value = change(&sessions)
            if try replace(found, with: sessions) { return value }
        }
        throw StorageError.Store.session.busy
    }

    public func clear() throws(StorageError) {
        try forgetEarlierInstallation()
        _ = try succeeds(keychain.delete(item), unless: Self.notFound)
    }

    // The item gets the next free name of `session.damaged-1` and so on. Every other store stays unchanged.
    public func quarantine(
        _ store: StorageError.Store,
        startingWith attempts: SignInAttempts
    ) throws(StorageError) -> Bool {
        guard store == .session else { return false }
        var query = item
        do throws(StorageError) {
            let found = try find()
            // Another process may replace the item by one that can be read.
            query.revision = found?.revision
            _ = try sessions(in: found)
            return false
        } catch {
            guard error.allowsStartingOver else { throw error }
        }
        var name = KeychainAttributes()
        for number in 1...Self.attempts {
            name.account = "session.damaged-\(number)"
            let status = keychain.update(query, name)
            if status == Self.notFound { return false }
            if try succeeds(status, unless: Self.duplicate) { return true }
        }
        throw StorageError.Store.session.busy
    }

    private static let attempts = 100
    private static let (duplicate, notFound, undecodable): (Int32, Int32, Int32) = (-25299, -25300, -26275)

    /// The attributes of all items of the service.
    private var service: KeychainAttributes {
        var query = KeychainAttributes()
        (query.service, query.accessGroup) = (options.service, options.accessGroup)
        return query
    }

    private var item: KeychainAttributes {
        var query = service
        query.account = "session"
        return query
    }

    private func find() throws(StorageError) -> KeychainAttributes? {
        try forgetEarlierInstallation()
        let (status, found) = keychain.copyMatching(item)
        return try succeeds(status, unless: Self.notFound) ? found : nil
    }

    private func sessions(in found: KeychainAttributes?) throws(StorageError) -> StoredSessions {
        guard let found else { return StoredSessions() }
        // A change could not find an item without a revision.
        guard let data = found.data, found.revision != nil else { throw StorageError.Store.session.corrupt }
        return try format.decode(data)
    }

    /// Stores the sessions, or returns false if another process has changed the item.
    private func replace(_ found: KeychainAttributes?, with sessions: StoredSessions) throws(StorageError) -> Bool {
        if found == nil, sessions.isNothing { return true }
        var change = found == nil ? item : KeychainAttributes()
        let document = try format.encode(sessions)
        (change.data, change.revision) = (document, SHA256.digest(of: document))
        change.isReadableWhileLocked = options.isReadableWhileLocked
        guard let found else { return try succeeds(keychain.add(change), unless: Self.duplicate) }
        if found.data == document { return true }
        var query = item
        query.revision = found.revision
        let status = sessions.isNothing ? keychain.delete(query) : keychain.update(query, change)
        return try succeeds(status, unless: Self.notFound)
    }

    private func forgetEarlierInstallation() throws(StorageError) {
        guard let marker = options.reinstallMarker, !isInstallationKnown else { return }
        for _ in 0..<Self.attempts where !isInstallationKnown {
            // Before the first unlock the mark cannot be read either, and would only seem to be missing.
            let (status, found) = keychain.copyMatching(service)
            let isEmpty = status == Self.undecodable ? false : try !succeeds(status, unless: Self.notFound)
            isInstallationKnown = isEmpty || marker.isSet()
            // Not an item that another process, which has set the mark, has stored since.
            var earlier = service
            earlier.revision = found.revision
            if !isInstallationKnown { _ = try succeeds(keychain.delete(earlier), unless: Self.notFound) }
        }
        guard isInstallationKnown else { throw StorageError.Store.session.busy }
        if !marker.isSet() { marker.set() }
    }

    /// Returns true for success and false for the expected status, and throws for any other.
    private func succeeds(_ status: Int32, unless expected: Int32) throws(StorageError) -> Bool {
        let reason: StorageError.Reason
        switch status {
        case 0: return true
        case expected: return false
        case -25308, -25315, -25320: reason = .notPermitted  // The device is locked, or can show no dialog.
        case -25293, -128: reason = .notPermitted  // The authentication is missing.
        case Self.undecodable: reason = .corrupt
        case -25292: reason = .readOnly
        case -34: reason = .full
        default: reason = .failed(code: status)
        }
        throw StorageError(store: .session, reason: reason)
    }
}
