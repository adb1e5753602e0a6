public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contract of every repository of pending operations.
public typealias PendingOperationRepositoryContract = Contract<any PendingOperationRepository>

extension PendingOperationRepositoryContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("an operation is stored exactly") { repository in
                let pendingOperations: [PendingOperation] = [
                    .stub(id: "cafe\u{301}", begunAt: .stub - 0.1), .stub(.deleteAccount, key: "\0\n\"é\u{2028}"),
                    .stub(.confirmAddress, id: "kim", address: try EmailAddress("Kim@x.com"), begunAt: .stub + 1),
                ]
                for operation in pendingOperations.reversed() {
                    #expect(try await repository.begin(operation, forgettingBefore: .distantPast) == operation)
                }
                let stored = try await repository.pending()
                #expect(stored == pendingOperations)
                #expect(
                    stored.map { Array($0.accountID.text.utf8) }
                        == pendingOperations.map { Array($0.accountID.text.utf8) }
                )
            },
            promise("R2 the first of two operations with the same purpose stays") { repository in
                _ = try await repository.begin(.stub(key: "first"), forgettingBefore: .distantPast)
                let second = PendingOperation.stub(key: "second", begunAt: .stub + 60)
                #expect(try await repository.begin(second, forgettingBefore: .stub) == .stub(key: "first"))
                #expect(try await repository.pending() == [.stub(key: "first")])
            },
            promise("ending an operation removes only that one") { repository in
                _ = try await repository.begin(.stub(key: "first"), forgettingBefore: .distantPast)
                _ = try await repository.begin(.stub(.deleteAccount), forgettingBefore: .distantPast)
                try await repository.end(.stub(key: "other"))
                #expect(try await repository.pending().count == 2)
                try await repository.end(.stub(key: "first"))
                try await repository.end(.stub(key: "first"))
                #expect(try await repository.pending() == [.stub(.deleteAccount)])
            },
            promise("an old operation is removed when another begins") { repository in
                _ = try await repository.begin(.stub(key: "old"), forgettingBefore: .distantPast)
                _ = try await repository.begin(.stub(id: "other1"), forgettingBefore: .distantPast)
                let new = PendingOperation.stub(key: "new", begunAt: .stub + 60)
                #expect(try await repository.begin(new, forgettingBefore: .stub + 0.001) == new)
                #expect(try await repository.pending() == [new])
            },
            promise("simultaneous operations with the same purpose get one key") { repository in
                let answers = try await simultaneously(32) { number in
                    try await repository.begin(.stub(key: "\(number)"), forgettingBefore: .distantPast).key
                }
                let keys = Set(answers)
                #expect(keys.count == 1)
                #expect(try await Set(repository.pending().map(\.key)) == keys)
            },
        ]
    }

}
