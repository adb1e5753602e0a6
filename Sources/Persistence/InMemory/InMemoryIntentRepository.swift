public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Intents that are remembered as long as this object lives.
public actor InMemoryIntentRepository: IntentRepository {
    private var table = IntentTable()

    /// Creates an empty repository.
    public init() {}

    /// Stores an intent, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - intent: The intent to be stored.
    ///   - oldest: Intents that began before this moment are forgotten.
    /// - Returns: The intent that is stored now.
    public func begin(_ intent: PendingIntent, forgettingBefore oldest: Date) -> PendingIntent {
        table.begin(intent, forgettingBefore: oldest)
    }

    /// Forgets an intent; it is no error if it is not stored.
    ///
    /// - Parameter intent: The intent; another one about the same thing stays.
    public func end(_ intent: PendingIntent) {
        _ = table.end(intent)
    }

    /// Reads every stored intent.
    ///
    /// - Returns: The intents, in the order in which they began.
    public func pending() -> [PendingIntent] {
        table.all
    }
}
