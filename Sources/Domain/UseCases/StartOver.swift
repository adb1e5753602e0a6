/// A use case that starts over with a store that cannot be read, after the user has confirmed that.
///
/// Without the session, the user has to sign in; without the consents, to agree to the terms again; without the pending
/// operations, the server may execute a repeated request twice. Without the failed sign-ins, every sign-in is throttled
/// at first, so that damage does not lift the throttle.
public struct StartOver: Sendable {
    private let quarantine: any StoreQuarantine
    private let events: any SecurityEventRecorder
    private let dates: DateGenerator
    private let throttle: ThrottlePolicy

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - quarantine: Moves data aside.
    ///   - events: Records that data was moved aside.
    ///   - dates: The clock.
    ///   - throttle: The limits of failed sign-ins.
    public init(
        quarantine: any StoreQuarantine,
        events: any SecurityEventRecorder,
        dates: DateGenerator,
        throttle: ThrottlePolicy = .standard
    ) {
        self.quarantine = quarantine
        self.events = events
        self.dates = dates
        self.throttle = throttle
    }

    /// Moves the data of a store aside if it is damaged or of a newer version, and starts an empty store.
    ///
    /// - Parameter store: The store; the accounts stay unchanged.
    /// - Returns: Whether data was moved aside; false if the store can be read.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func callAsFunction(with store: StorageError.Store) async throws(StorageError) -> Bool {
        let now = dates.now
        let attempts = SignInAttempts(lostAt: now, policy: throttle)
        guard try await quarantine.quarantine(store, startingWith: attempts) else { return false }
        await events.record(RecordedEvent(.storeQuarantined(store), at: now))
        return true
    }
}
