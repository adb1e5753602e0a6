public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contract of every account repository.
public typealias AccountRepositoryContract = Contract<any AccountRepository>

extension AccountRepositoryContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("an empty repository has no accounts") { repository async throws in
                #expect(try await repository.find(.stub()) == nil)
                #expect(try await repository.count() == 0)
                #expect(try await repository.page(after: nil, limit: 10) == [])
                #expect(try await repository.delete(.stub()) == false)
            },
            promise("an inserted account is found") { repository in
                try await repository.insert(.stub())
                #expect(try await repository.find(.stub()) == .stub())
                #expect(try await repository.find(.stub("other1@gmail.com")) == nil)
            },
            promise("every field is stored exactly") { repository in
                let profiles = [Profile(), try .full(), try .decomposed()]
                for (number, profile) in profiles.enumerated() {
                    let account = Account.stub(
                        id: .stub("Person\(number)@x.com"),
                        profile: profile,
                        passwordHash: PasswordHash("$y$j75$ a/b\"\\~"),
                        recoveryHash: number == 0 ? nil : PasswordHash("$y$ \(number)"),
                        totp: number == 0 ? nil : AccountTOTP(TOTP(TOTPSecret(.random)), usedSteps: [number])
                    )
                    try await repository.insert(account)
                    let stored = try #require(try await repository.find(account.id))
                    #expect(stored == account)
                    // Swift compares texts by canonical equivalence, so their bytes are compared too.
                    #expect(stored.bytes == account.bytes)
                    #expect(try await repository.page(after: nil, limit: 10).last?.bytes == account.bytes)
                }
            },
            promise("any date up to the year 9999 is stored exactly") { repository in
                let seconds: [Double] = [
                    0, -0.0, 0.1, -1.5, 785_000_000.123_456_7, .pi, .leastNonzeroMagnitude, -63_114_076_800,
                    252_423_993_599.9,
                ]
                for (number, seconds) in seconds.enumerated() {
                    let id = AccountID.stub("person\(number)")
                    let date = Date(timeIntervalSinceReferenceDate: seconds)
                    try await repository.insert(.stub(id: id, createdAt: date))
                    let stored = try #require(try await repository.find(id)).createdAt.timeIntervalSinceReferenceDate
                    #expect(stored.bitPattern == seconds.bitPattern)
                }
            },
            promise("a taken ID is refused and changes nothing") { repository in
                let first = Account.stub(passwordHash: PasswordHash("first"))
                try await repository.insert(first)
                await #expect(throws: AccountInsertionError.idTaken) {
                    try await repository.insert(.stub(passwordHash: PasswordHash("second")))
                }
                #expect(try await repository.find(first.id) == first)
                #expect(try await repository.count() == 1)
            },
            promise("only taken IDs are reported as taken") { repository in
                try await repository.insert(.stub(id: .stub("Abc@x.com")))
                try await repository.insert(.stub(id: .stub("deleted")))
                try await repository.delete(.stub("deleted"))
                var taken: [String] = []
                for id in ["Abc@x.com", "abc@X.COM", "Abd@x.com", "deleted"]
                where try await repository.contains(.stub(id)) {
                    taken.append(id)
                }
                #expect(taken == ["Abc@x.com", "abc@X.COM"])
            },
            ContractPromise("spellings of one ID are one account") { contract in
                for (stored, other) in [
                    ("Abc@x.com", "abc@X.COM"), ("caf\u{E9}", "cafe\u{301}"),
                    ("\u{AC00}@x.com", "\u{1100}\u{1161}@x.com"),
                ] {
                    let repository = try await contract.make()
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
            },
            promise("plain IDs are case-sensitive") { repository in
                try await repository.insert(.stub(id: .stub("kim")))
                try await repository.insert(.stub(id: .stub("Kim")))
                #expect(try await repository.count() == 2)
                #expect(try await repository.find(.stub("KIM")) == nil)
            },
            promise("one of many simultaneous insertions succeeds") { repository async throws in
                let outcomes = try await simultaneously(64) { number in
                    await Self.outcome(of: .stub(passwordHash: PasswordHash("\(number)")), in: repository)
                }
                #expect(outcomes.count { $0 == nil } == 1)
                #expect(outcomes.count { $0 == .idTaken } == 63)
                #expect(try await repository.count() == 1)
            },
            promise("simultaneous insertions of different IDs all succeed") { repository in
                try await simultaneously(32) { number in
                    try await repository.insert(.stub(id: .stub("person\(number)")))
                }
                #expect(try await repository.count() == 32)
            },
            promise("an update is stored and returned") { repository in
                try await repository.insert(.stub())
                try await repository.insert(.stub(id: .stub("other1@gmail.com")))
                let updated = try await repository.update(.stub()) { account in
                    account.profile.nickname = .stub("새 이름 🙂")
                    account.passwordHash = PasswordHash("new")
                }
                #expect(
                    updated == .stub(profile: Profile(nickname: .stub("새 이름 🙂")), passwordHash: PasswordHash("new"))
                )
                #expect(try await repository.find(.stub()) == updated)
                #expect(
                    try await repository.find(.stub("other1@gmail.com")) == .stub(id: .stub("other1@gmail.com"))
                )
            },
            promise("an update of an unknown ID is refused") { repository async throws in
                await #expect(throws: AccountUpdateError.notFound) {
                    try await repository.update(.stub()) { _ in Issue.record("there is nothing to change") }
                }
                #expect(try await repository.count() == 0)
            },
            promise("an update to another ID changes nothing") { repository in
                try await repository.insert(.stub())
                await #expect(throws: AccountUpdateError.idChanged) {
                    try await repository.update(.stub()) { $0 = .stub(id: .stub("other1@gmail.com")) }
                }
                #expect(try await repository.find(.stub()) == .stub())
                #expect(try await repository.count() == 1)
            },
            promise("simultaneous updates lose nothing") { repository in
                try await repository.insert(.stub(passwordHash: PasswordHash("")))
                try await simultaneously(32) { _ in
                    try await repository.update(.stub()) {
                        $0.passwordHash = PasswordHash($0.passwordHash.revealed + "x")
                    }
                }
                #expect(try await repository.find(.stub())?.passwordHash.revealed.count == 32)
            },
            promise("a deleted account is gone and its ID is free") { repository in
                try await repository.insert(.stub())
                try await repository.insert(.stub(id: .stub("other1@gmail.com")))
                #expect(try await repository.delete(.stub()))
                #expect(try await repository.find(.stub()) == nil)
                #expect(try await repository.count() == 1)
                try await repository.insert(.stub(passwordHash: PasswordHash("anew")))
                #expect(try await repository.find(.stub())?.passwordHash == PasswordHash("anew"))
            },
            promise("an account is deleted only if it is the intended one") { repository in
                try await repository.insert(.stub(passwordHash: PasswordHash("later")))
                #expect(try await repository.delete(.stub()) { $0.passwordHash == PasswordHash("earlier") } == false)
                #expect(try await repository.find(.stub())?.passwordHash == PasswordHash("later"))
                #expect(try await repository.delete(.stub()) { $0.passwordHash == PasswordHash("later") })
                #expect(try await repository.find(.stub()) == nil)
            },
            promise("a second deletion deletes nothing") { repository in
                try await repository.insert(.stub())
                #expect(try await repository.delete(.stub()) == true)
                #expect(try await repository.delete(.stub()) == false)
            },
            promise("one of many simultaneous deletions deletes the account") { repository in
                try await repository.insert(.stub())
                let deletions = try await simultaneously(16) { _ in try await repository.delete(.stub()) }
                #expect(deletions.count { $0 } == 1)
            },
            ContractPromise("a page is ordered by ID") { contract in
                let repository = try await contract.makeRepository([
                    "b@x.com", "다", "C@x.com", "a@x.com", "가", "a", "B",
                ])
                let ids: [String] = try await repository.page(after: nil, limit: 10).map(\.id.text)
                #expect(ids == ["B", "a", "a@x.com", "b@x.com", "C@x.com", "가", "다"])
            },
            ContractPromise("pages visit every account once") { contract in
                let ids = (100..<120).map { "person\($0)" }
                let repository = try await contract.makeRepository(ids.shuffled())
                for limit in [1, 3, 7, 19, 20, 21] {
                    var visited: [String] = []
                    var pages = 0
                    // The bound detects a repository that returns the same page repeatedly.
                    while pages <= ids.count {
                        let page = try await repository.page(after: visited.last.map { .stub($0) }, limit: limit)
                        visited += page.map(\.id.text)
                        pages += 1
                        if page.count < limit { break }
                    }
                    #expect(visited == ids)
                    #expect(pages == ids.count / limit + 1)
                }
            },
            ContractPromise("a page follows an ID that is not stored") { contract in
                let repository = try await contract.makeRepository(["b", "d", "f"])
                #expect(try await repository.page(after: .stub("a"), limit: 2).map(\.id.text) == ["b", "d"])
                #expect(try await repository.page(after: .stub("c"), limit: 2).map(\.id.text) == ["d", "f"])
                #expect(try await repository.page(after: .stub("e"), limit: 2).map(\.id.text) == ["f"])
                #expect(try await repository.page(after: .stub("g"), limit: 2) == [])
            },
            ContractPromise("a page follows an ID that was deleted") { contract in
                let repository = try await contract.makeRepository(["b", "d", "f"])
                let first = try await repository.page(after: nil, limit: 2)
                try await repository.delete(.stub("d"))
                try await repository.insert(.stub(id: .stub("e")))
                try await repository.insert(.stub(id: .stub("a")))
                let second = try await repository.page(after: first.last?.id, limit: 2)
                #expect(first.map(\.id.text) + second.map(\.id.text) == ["b", "d", "e", "f"])
            },
            ContractPromise("a page may have any limit") { contract in
                let repository = try await contract.makeRepository(["b", "d", "f"])
                for (limit, count) in [(Int.min, 0), (-1, 0), (0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (Int.max, 3)] {
                    #expect(try await repository.page(after: nil, limit: limit).count == count)
                }
                #expect(try await repository.page(after: .stub("d"), limit: .max).count == 1)
            },
            ContractPromise("the count follows every change") { contract in
                let repository = try await contract.makeRepository(["b", "d"])
                #expect(try await repository.count() == 2)
                try await repository.insert(.stub(id: .stub("c")))
                #expect(try await repository.count() == 3)
                try await repository.update(.stub("c")) { $0.passwordHash = PasswordHash("new") }
                #expect(try await repository.count() == 3)
                try await repository.delete(.stub("c"))
                #expect(try await repository.count() == 2)
            },
        ]
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

    private func makeRepository(_ ids: [String]) async throws -> any AccountRepository {
        let repository = try await make()
        for id in ids { try await repository.insert(.stub(id: .stub(id))) }
        return repository
    }
}

extension Account {
    /// The bytes of the texts.
    fileprivate var bytes: [[UInt8]] {
        ([id.text, passwordHash.revealed] + profile.texts).map { Array($0.utf8) }
    }
}
