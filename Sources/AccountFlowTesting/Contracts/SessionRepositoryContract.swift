public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contract of every session repository.
public typealias SessionRepositoryContract = Contract<any SessionRepository>

extension SessionRepositoryContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("an empty repository has no session") { repository async throws in
                #expect(try await repository.load() == nil)
            },
            promise("a saved session is loaded, every time") { repository in
                try await repository.save(.stub())
                #expect(try await repository.load() == .stub())
                #expect(try await repository.load() == .stub())
            },
            promise("every field is stored exactly") { repository in
                let sessions: [Session] = [
                    .stub(accountID: .stub("Abc@x.com"), profile: try .full(), expiresAt: Date.stub + 0.1),
                    .stub(
                        accountID: .stub("cafe\u{301}"),
                        profile: try .decomposed(),
                        token: AccessToken("\0\n\"é\u{2028}")
                    ),
                    .stub(profile: Profile(), token: AccessToken(""), expiresAt: .distantFuture, isRemembered: false),
                    .stub(
                        registrationID: nil,
                        tokens: TokenSet(
                            AccessToken("access"),
                            accessExpiresAt: .stub + 0.2,
                            refresh: RefreshToken("refresh"),
                            refreshExpiresAt: .stub + 60
                        ),
                        serverKey: "7"
                    ),
                    .stub(
                        startedAt: .distantPast,
                        lastUsedAt: .stub + 0.3,
                        expiresAt: Date(timeIntervalSinceReferenceDate: .infinity)
                    ),
                ]
                for session in sessions {
                    try await repository.save(session)
                    let stored = try #require(try await repository.load())
                    #expect(stored == session)
                    #expect(stored.bytes == session.bytes)
                }
            },
            promise("a saved session replaces an earlier one") { repository in
                try await repository.save(.stub(token: AccessToken("first")))
                let second = Session.stub(accountID: .stub("other1@gmail.com"), token: AccessToken("second"))
                try await repository.save(second)
                #expect(try await repository.load() == second)
            },
            promise("a session is replaced only if it is the expected one") { repository in
                let sessions: [Session?] = [
                    nil, .stub(token: AccessToken("first")), .stub(token: AccessToken("second")),
                ]
                for stored in sessions {
                    for expected in sessions {
                        for new in sessions {
                            try await repository.clear()
                            if let stored { try await repository.save(stored) }
                            #expect(try await repository.replace(expected, with: new) == (stored == expected))
                            #expect(try await repository.load() == (stored == expected ? new : stored))
                        }
                    }
                }
            },
            promise("a session that was used again is still the expected one") { repository in
                let (old, new) = (Session.stub(), Session.stub(token: AccessToken("second")))
                try await repository.save(old)
                #expect(try await repository.replace(old, with: old.touched(at: .stub + 1)))
                #expect(try await repository.load() == old.touched(at: .stub + 1))
                #expect(try await repository.replace(old, with: new))
                #expect(try await repository.load() == new)
            },
            promise("one of many simultaneous replacements of a session succeeds") { repository in
                try await repository.save(.stub())
                let wins = try await withThrowingTaskGroup { group in
                    for number in 0..<32 {
                        let new = number.isMultiple(of: 2) ? nil : Session.stub(token: AccessToken("\(number)"))
                        group.addTask { try await repository.replace(.stub(), with: new) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(wins.count { $0 } == 1)
            },
            promise("T1 a token that this device issued equals its stored digest") { repository in
                let session = Session.stub(token: AccessToken(issuedHere: "a token of ours"))
                try await repository.save(session)
                let stored = try #require(try await repository.load())
                #expect(stored == session)
                // A loaded token is stored unchanged, not hashed again.
                try await repository.save(stored)
                #expect(try await repository.load() == session)
                #expect(try await repository.replace(session, with: nil))
            },
            promise("a cleared session is gone") { repository in
                try await repository.save(.stub())
                try await repository.clear()
                #expect(try await repository.load() == nil)
            },
            promise("clearing an empty repository is not an error") { repository in
                try await repository.clear()
                try await repository.save(.stub())
                try await repository.clear()
                try await repository.clear()
                #expect(try await repository.load() == nil)
            },
            promise("a session is saved after clearing") { repository in
                try await repository.save(.stub(token: AccessToken("first")))
                try await repository.clear()
                try await repository.save(.stub(token: AccessToken("second")))
                #expect(try await repository.load() == .stub(token: AccessToken("second")))
            },
            promise("a save and a clear return the earlier session") { repository async throws in
                let (first, second) = (
                    Session.stub(token: AccessToken("first")), Session.stub(token: AccessToken("second"))
                )
                #expect(try await repository.save(first) == nil)
                #expect(try await repository.save(second) == first)
                #expect(try await repository.clear() == second)
                #expect(try await repository.clear() == nil)
            },
            promise("simultaneous saves return each earlier session once") { repository in
                let sessions = Self.simultaneous
                let told = try await withThrowingTaskGroup { group in
                    for session in sessions {
                        group.addTask { try await repository.save(session) }
                    }
                    return try await group.reduce(into: [Session?]()) { $0.append($1) }
                }
                // Every session was stored, and the last one is still stored.
                let stayed = try await repository.load()
                #expect(told.count { $0 == nil } == 1)
                #expect(Set(told + [stayed]).subtracting([nil]) == Set(sessions))
            },
            promise("one of many simultaneous sessions is stored complete") { repository in
                let sessions = Self.simultaneous
                try await withThrowingTaskGroup { group in
                    for session in sessions {
                        group.addTask { try await repository.save(session) }
                    }
                    try await group.waitForAll()
                }
                let stored = try #require(try await repository.load())
                #expect(sessions.contains(stored))
            },
        ]
    }

    private static var simultaneous: [Session] {
        (0..<32).map { .stub(accountID: .stub("person\($0)"), token: AccessToken("token of \($0)")) }
    }
}

extension Session {
    /// The bytes of the texts.
    fileprivate var bytes: [[UInt8]] {
        ([accountID.text, token.revealed ?? ""] + profile.texts).map { Array($0.utf8) }
    }
}
