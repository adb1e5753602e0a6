import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Intents without a definitive answer: what the in-memory and the file repository have in common.
struct IntentTable: Sendable {
    /// The intents in the order in which they began.
    private(set) var all: [PendingIntent] = []

    /// Adds an intent unless there is one about the same thing, and forgets those that are too old.
    ///
    /// - Returns: The intent that is there now.
    mutating func begin(_ intent: PendingIntent, forgettingBefore oldest: Date) -> PendingIntent {
        all.removeAll { $0.begunAt < oldest }
        if let earlier = all.first(where: { $0.concernsSame(as: intent) }) { return earlier }
        all.insert(intent, at: all.firstIndex { $0.begunAt > intent.begunAt } ?? all.endIndex)
        return intent
    }

    mutating func end(_ intent: PendingIntent) -> Bool {
        guard let place = all.firstIndex(of: intent) else { return false }
        all.remove(at: place)
        return true
    }
}
