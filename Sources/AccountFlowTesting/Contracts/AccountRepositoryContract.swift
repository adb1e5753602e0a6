public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contract of every account repository.
public struct AccountRepositoryContract: Sendable {
    private let makeRepository: @Sendable () async throws -> any AccountRepository

    /// Creates the contract of one implementation.
    ///
    /// - Parameter makeRepository: Creates a new, empty repository.
    public init(makeRepository: @escaping @Sendable () async throws -> any AccountRepository) {
        self.makeRepository = makeRepository
    }

    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            ContractPromise("an empty repository has no accounts") { try await $0.emptyRepositoryHasNoAccounts() },
            ContractPromise("an inserted account is found") { try await $0.insertedAccountIsFound() },
            ContractPromise("every field is kept to the last bit") { try await $0.everyFieldIsKept() },
            ContractPromise("any date is kept to the last bit") { try await $0.anyDateIsKept() },
            ContractPromise("a taken ID is refused and changes nothing") { try await $0.takenIDIsRefused() },
            ContractPromise("taken IDs are told apart from free ones") { try await $0.takenIDsAreTold() },
            ContractPromise("spellings of one ID are one account") { try await $0.spellingsAreOneAccount() },
            ContractPromise("plain IDs keep their case apart") { try await $0.plainIDsKeepTheirCase() },
            ContractPromise("one of many simultaneous insertions wins") { try await $0.oneInsertionWins() },
            ContractPromise("simultaneous insertions of many IDs all land") { try await $0.allInsertionsLand() },
            ContractPromise("an update is stored and returned") { try await $0.updateIsStored() },
            ContractPromise("an update of an unknown ID is refused") { try await $0.updateOfUnknownIsRefused() },
            ContractPromise("an update to another ID changes nothing") { try await $0.updateToOtherIDIsRefused() },
            ContractPromise("simultaneous updates lose nothing") { try await $0.simultaneousUpdatesLoseNothing() },
            ContractPromise("a deleted account is gone and its ID is free") { try await $0.deletedAccountIsGone() },
            ContractPromise("an account that is not meant is not deleted") { try await $0.othersAccountStays() },
            ContractPromise("deleting twice deletes once") { try await $0.deletingTwiceDeletesOnce() },
            ContractPromise("one of many simultaneous deletions deletes") { try await $0.oneDeletionDeletes() },
            ContractPromise("a page has the order of the IDs") { try await $0.pageHasTheOrderOfIDs() },
            ContractPromise("pages visit every account once") { try await $0.pagesVisitEveryAccountOnce() },
            ContractPromise("a page follows an ID that is not stored") { try await $0.pageFollowsUnknownID() },
            ContractPromise("a page follows an ID that was deleted") { try await $0.pageFollowsDeletedID() },
            ContractPromise("a page takes any limit") { try await $0.pageTakesAnyLimit() },
            ContractPromise("the count follows every change") { try await $0.countFollowsEveryChange() },
        ]
    }

    func emptyRepositoryHasNoAccounts() async throws {
        let repository = try await makeRepository()
        #expect(try await repository.find(.stub()) == nil)
        #expect(try await repository.count() == 0)
        #expect(try await repository.page(after: nil, limit: 10) == [])
        #expect(try await repository.delete(.stub()) == false)
    }

    func insertedAccountIsFound() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub())
        #expect(try await repository.find(.stub()) == .stub())
        #expect(try await repository.find(.stub("other1@gmail.com")) == nil)
    }

    func everyFieldIsKept() async throws {
        let repository = try await makeRepository()
        let profiles = [Profile(), try .full(), try .decomposed()]
        for (number, profile) in profiles.enumerated() {
            let account = Account.stub(
                id: .stub("Person\(number)@x.com"),
                profile: profile,
                passwordHash: PasswordHash("$y$j75$a/b\"\\\u{7F}\u{2028}é")
            )
            try await repository.insert(account)
            let stored = try #require(try await repository.find(account.id))
            #expect(stored == account)
            // Swift compares texts by canonical equivalence, so the bytes are looked at as well.
            #expect(stored.bytes == account.bytes)
            #expect(try await repository.page(after: nil, limit: 10).last?.bytes == account.bytes)
        }
    }

    func anyDateIsKept() async throws {
        let repository = try await makeRepository()
        let seconds: [Double] = [
            0, -0.0, 0.1, -1.5, 785_000_000.123_456_7, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
        ]
        for (number, seconds) in seconds.enumerated() {
            let id = AccountID.stub("person\(number)")
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            try await repository.insert(.stub(id: id, createdAt: date))
            let stored = try #require(try await repository.find(id)).createdAt.timeIntervalSinceReferenceDate
            #expect(stored.bitPattern == seconds.bitPattern || stored.isNaN && seconds.isNaN)
        }
    }

    func takenIDIsRefused() async throws {
        let repository = try await makeRepository()
        let first = Account.stub(passwordHash: PasswordHash("first"))
        try await repository.insert(first)
        await #expect(throws: AccountInsertionError.idTaken) {
            try await repository.insert(.stub(passwordHash: PasswordHash("second")))
        }
        #expect(try await repository.find(first.id) == first)
        #expect(try await repository.count() == 1)
    }

    func takenIDsAreTold() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub(id: .stub("Abc@x.com")))
        try await repository.insert(.stub(id: .stub("deleted")))
        try await repository.delete(.stub("deleted"))
        var taken: [String] = []
        for id in ["Abc@x.com", "abc@X.COM", "Abd@x.com", "deleted"] where try await repository.contains(.stub(id)) {
            taken.append(id)
        }
        #expect(taken == ["Abc@x.com", "abc@X.COM"])
    }

    func spellingsAreOneAccount() async throws {
        for (stored, other) in [
            ("Abc@x.com", "abc@X.COM"), ("caf\u{E9}", "cafe\u{301}"), ("\u{AC00}@x.com", "\u{1100}\u{1161}@x.com"),
        ] {
            let repository = try await makeRepository()
            try await repository.insert(.stub(id: .stub(stored)))
            await #expect(throws: AccountInsertionError.idTaken) {
                try await repository.insert(.stub(id: .stub(other)))
            }
            let found = try #require(try await repository.find(.stub(other)))
            #expect(Array(found.id.text.utf8) == Array(stored.utf8))
            try await repository.update(.stub(other)) { $0.profile.nickname = .stub("Lee") }
            let updated = try #require(try await repository.find(.stub(stored)))
            #expect(updated.profile.nickname == .stub("Lee"))
            #expect(Array(updated.id.text.utf8) == Array(stored.utf8))
            #expect(try await repository.page(after: .stub(other), limit: 1) == [])
            #expect(try await repository.delete(.stub(other)))
            #expect(try await repository.count() == 0)
        }
    }

    func plainIDsKeepTheirCase() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub(id: .stub("kim")))
        try await repository.insert(.stub(id: .stub("Kim")))
        #expect(try await repository.count() == 2)
        #expect(try await repository.find(.stub("KIM")) == nil)
    }

    func oneInsertionWins() async throws {
        let repository = try await makeRepository()
        let outcomes = await withTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    await Self.outcome(of: .stub(passwordHash: PasswordHash("\(number)")), in: repository)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .idTaken } == 63)
        #expect(try await repository.count() == 1)
    }

    func allInsertionsLand() async throws {
        let repository = try await makeRepository()
        try await withThrowingTaskGroup { group in
            for number in 0..<32 {
                group.addTask { try await repository.insert(.stub(id: .stub("person\(number)"))) }
            }
            try await group.waitForAll()
        }
        #expect(try await repository.count() == 32)
    }

    func updateIsStored() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub())
        try await repository.insert(.stub(id: .stub("other1@gmail.com")))
        let updated = try await repository.update(.stub()) { account in
            account.profile.nickname = .stub("새 이름 🙂")
            account.passwordHash = PasswordHash("new")
        }
        #expect(updated == .stub(profile: Profile(nickname: .stub("새 이름 🙂")), passwordHash: PasswordHash("new")))
        #expect(try await repository.find(.stub()) == updated)
        #expect(
            try await repository.find(.stub("other1@gmail.com")) == .stub(id: .stub("other1@gmail.com"))
        )
    }

    func updateOfUnknownIsRefused() async throws {
        let repository = try await makeRepository()
        await #expect(throws: AccountUpdateError.notFound) {
            try await repository.update(.stub()) { _ in Issue.record("there is nothing to change") }
        }
        #expect(try await repository.count() == 0)
    }

    func updateToOtherIDIsRefused() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub())
        await #expect(throws: AccountUpdateError.idChanged) {
            try await repository.update(.stub()) { $0 = .stub(id: .stub("other1@gmail.com")) }
        }
        #expect(try await repository.find(.stub()) == .stub())
        #expect(try await repository.count() == 1)
    }

    func simultaneousUpdatesLoseNothing() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub(passwordHash: PasswordHash("")))
        try await withThrowingTaskGroup { group in
            for _ in 0..<32 {
                group.addTask {
                    try await repository.update(.stub()) {
                        $0.passwordHash = PasswordHash($0.passwordHash.revealed + "x")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await repository.find(.stub())?.passwordHash.revealed.count == 32)
    }

    func deletedAccountIsGone() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub())
        try await repository.insert(.stub(id: .stub("other1@gmail.com")))
        #expect(try await repository.delete(.stub()))
        #expect(try await repository.find(.stub()) == nil)
        #expect(try await repository.count() == 1)
        try await repository.insert(.stub(passwordHash: PasswordHash("anew")))
        #expect(try await repository.find(.stub())?.passwordHash == PasswordHash("anew"))
    }

    func othersAccountStays() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub(passwordHash: PasswordHash("later")))
        #expect(try await repository.delete(.stub()) { $0.passwordHash == PasswordHash("earlier") } == false)
        #expect(try await repository.find(.stub())?.passwordHash == PasswordHash("later"))
        #expect(try await repository.delete(.stub()) { $0.passwordHash == PasswordHash("later") })
        #expect(try await repository.find(.stub()) == nil)
    }

    func deletingTwiceDeletesOnce() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub())
        #expect(try await repository.delete(.stub()) == true)
        #expect(try await repository.delete(.stub()) == false)
    }

    func oneDeletionDeletes() async throws {
        let repository = try await makeRepository()
        try await repository.insert(.stub())
        let deletions = try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask { try await repository.delete(.stub()) }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(deletions == 1)
    }

    private static func outcome(
        of account: Account,
        in repository: any AccountRepository
    ) async -> AccountInsertionError? {
        do {
            try await repository.insert(account)
            return nil
        } catch {
            return error
        }
    }
}

// MARK: - Pages

extension AccountRepositoryContract {
    func pageHasTheOrderOfIDs() async throws {
        let repository = try await makeRepository(["b@x.com", "다", "C@x.com", "a@x.com", "가", "a", "B"])
        let page = try await repository.page(after: nil, limit: 10)
        #expect(page.map(\.id.text) == ["B", "a", "a@x.com", "b@x.com", "C@x.com", "가", "다"])
    }

    func pagesVisitEveryAccountOnce() async throws {
        let ids = (100..<120).map { "person\($0)" }
        let repository = try await makeRepository(ids.shuffled())
        for limit in [1, 3, 7, 19, 20, 21] {
            var visited: [String] = []
            var pages = 0
            // One that gives the same page again and again is found out as well.
            while pages <= ids.count {
                let page = try await repository.page(after: visited.last.map { .stub($0) }, limit: limit)
                visited += page.map(\.id.text)
                pages += 1
                if page.count < limit { break }
            }
            #expect(visited == ids)
            #expect(pages == ids.count / limit + 1)
        }
    }

    func pageFollowsUnknownID() async throws {
        let repository = try await makeRepository(["b", "d", "f"])
        #expect(try await repository.page(after: .stub("a"), limit: 2).map(\.id.text) == ["b", "d"])
        #expect(try await repository.page(after: .stub("c"), limit: 2).map(\.id.text) == ["d", "f"])
        #expect(try await repository.page(after: .stub("e"), limit: 2).map(\.id.text) == ["f"])
        #expect(try await repository.page(after: .stub("g"), limit: 2) == [])
    }

    func pageFollowsDeletedID() async throws {
        let repository = try await makeRepository(["b", "d", "f"])
        let first = try await repository.page(after: nil, limit: 2)
        try await repository.delete(.stub("d"))
        try await repository.insert(.stub(id: .stub("e")))
        try await repository.insert(.stub(id: .stub("a")))
        let second = try await repository.page(after: first.last?.id, limit: 2)
        #expect(first.map(\.id.text) + second.map(\.id.text) == ["b", "d", "e", "f"])
    }

    func pageTakesAnyLimit() async throws {
        let repository = try await makeRepository(["b", "d", "f"])
        for (limit, count) in [(Int.min, 0), (-1, 0), (0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (Int.max, 3)] {
            #expect(try await repository.page(after: nil, limit: limit).count == count)
        }
        #expect(try await repository.page(after: .stub("d"), limit: .max).count == 1)
    }

    func countFollowsEveryChange() async throws {
        let repository = try await makeRepository(["b", "d"])
        #expect(try await repository.count() == 2)
        try await repository.insert(.stub(id: .stub("c")))
        #expect(try await repository.count() == 3)
        try await repository.update(.stub("c")) { $0.passwordHash = PasswordHash("new") }
        #expect(try await repository.count() == 3)
        try await repository.delete(.stub("c"))
        #expect(try await repository.count() == 2)
    }

    private func makeRepository(_ ids: [String]) async throws -> any AccountRepository {
        let repository = try await makeRepository()
        for id in ids { try await repository.insert(.stub(id: .stub(id))) }
        return repository
    }
}

extension Account {
    /// The texts as they are spelt, byte by byte.
    fileprivate var bytes: [[UInt8]] {
        ([id.text, passwordHash.revealed] + profile.texts).map { Array($0.utf8) }
    }
}
