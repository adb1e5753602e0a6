import AccountFlowTesting
import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An intent repository that is right but for one thing.
struct AlmostIntentRepository: IntentRepository {
    enum Fault {
        /// Nothing is stored.
        case forgets
        /// The last of two intents about the same stays.
        case keepsTheLast
        /// Whatever ends, everything has ended.
        case endsEverything
        /// Nothing is too old.
        case keepsTheOld
        /// Two may begin the same.
        case races
    }

    let fault: Fault
    private let intents = IntentRepositoryFake()
    private let gate = Gate()

    init(_ fault: Fault) {
        self.fault = fault
    }

    func begin(_ intent: PendingIntent, forgettingBefore oldest: Date) async throws(StorageError) -> PendingIntent {
        if fault == .forgets { return intent }
        let isFirst = try await intents.pending().isEmpty
        if fault == .races { await gate.meeting() }
        if fault == .keepsTheLast { try await endEverything() }
        let begun = try await intents.begin(intent, forgettingBefore: fault == .keepsTheOld ? .distantPast : oldest)
        return fault == .races && isFirst ? intent : begun
    }

    func end(_ intent: PendingIntent) async throws(StorageError) {
        fault == .endsEverything ? try await endEverything() : try await intents.end(intent)
    }

    func pending() async throws(StorageError) -> [PendingIntent] { try await intents.pending() }

    private func endEverything() async throws(StorageError) {
        for intent in try await intents.pending() { try await intents.end(intent) }
    }
}
