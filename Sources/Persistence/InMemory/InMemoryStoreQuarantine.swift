public import Domain

/// A quarantine for stores in memory, which can always be read, so that nothing is moved aside.
public struct InMemoryStoreQuarantine: StoreQuarantine {
    /// Creates a quarantine.
    public init() {}

    public func quarantine(_ store: StorageError.Store, startingWith attempts: SignInAttempts) -> Bool { false }
}
