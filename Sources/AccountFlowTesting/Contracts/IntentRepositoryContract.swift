public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What every intent repository promises.
public struct IntentRepositoryContract: Sendable {
    private let makeRepository: @Sendable () async throws -> any IntentRepository

    /// Creates the contract of one kind of repository.
    ///
    /// - Parameter makeRepository: Makes an empty repository that nobody else uses.
    public init(makeRepository: @escaping @Sendable () async throws -> any IntentRepository) {
        self.makeRepository = makeRepository
    }

    /// All that is promised, to be the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            ContractPromise("an intent is stored, to the last bit") { try await $0.intentIsStored() },
            ContractPromise("R2 of two intents about the same the first one stays") { try await $0.firstOneStays() },
            ContractPromise("an intent that has ended is gone, and no other") { try await $0.endedIntentIsGone() },
            ContractPromise("an old intent is forgotten when another begins") { try await $0.oldIntentIsForgotten() },
            ContractPromise("of many simultaneous intents about the same all get one") { try await $0.allGetOne() },
        ]
    }

    func intentIsStored() async throws {
        let repository = try await makeRepository()
        let intents: [PendingIntent] = [
            .stub(id: "cafe\u{301}", begunAt: .stub - 0.1), .stub(.withdraw, key: "\0\n\"é\u{2028}"),
        ]
        for intent in intents.reversed() {
            #expect(try await repository.begin(intent, forgettingBefore: .distantPast) == intent)
        }
        let stored = try await repository.pending()
        #expect(stored == intents)
        #expect(stored.map { Array($0.accountID.text.utf8) } == intents.map { Array($0.accountID.text.utf8) })
    }

    func firstOneStays() async throws {
        let repository = try await makeRepository()
        _ = try await repository.begin(.stub(key: "first"), forgettingBefore: .distantPast)
        let second = PendingIntent.stub(key: "second", begunAt: .stub + 60)
        #expect(try await repository.begin(second, forgettingBefore: .stub) == .stub(key: "first"))
        #expect(try await repository.pending() == [.stub(key: "first")])
    }

    func endedIntentIsGone() async throws {
        let repository = try await makeRepository()
        _ = try await repository.begin(.stub(key: "first"), forgettingBefore: .distantPast)
        _ = try await repository.begin(.stub(.withdraw), forgettingBefore: .distantPast)
        try await repository.end(.stub(key: "other"))
        #expect(try await repository.pending().count == 2)
        try await repository.end(.stub(key: "first"))
        try await repository.end(.stub(key: "first"))
        #expect(try await repository.pending() == [.stub(.withdraw)])
    }

    func oldIntentIsForgotten() async throws {
        let repository = try await makeRepository()
        _ = try await repository.begin(.stub(key: "old"), forgettingBefore: .distantPast)
        _ = try await repository.begin(.stub(id: "other1"), forgettingBefore: .distantPast)
        let new = PendingIntent.stub(key: "new", begunAt: .stub + 60)
        #expect(try await repository.begin(new, forgettingBefore: .stub + 0.001) == new)
        #expect(try await repository.pending() == [new])
    }

    func allGetOne() async throws {
        let repository = try await makeRepository()
        let keys = try await withThrowingTaskGroup { group in
            for number in 0..<32 {
                group.addTask {
                    try await repository.begin(.stub(key: "\(number)"), forgettingBefore: .distantPast).key
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
        #expect(try await Set(repository.pending().map(\.key)) == keys)
    }
}
