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
            promise("an empty repository has no sessions") { repository async throws in
                #expect(try await repository.load() == StoredSessions())
            },
            promise("stored sessions are loaded, every time") { repository in
                try await repository.save(.stub())
                #expect(try await repository.load() == StoredSessions(.stub()))
                #expect(try await repository.load() == StoredSessions(.stub()))
            },
            promise("every field is stored exactly") { repository in
                for session in try Self.samples {
                    try await repository.save(session)
                    let stored = try #require(try await repository.active())
                    #expect(stored == session)
                    #expect(stored.bytes == session.bytes)
                }
            },
            promise("many sessions, sign-outs, claims and deletions are stored exactly, in their order") { repository in
                let sessions = try Self.many
                try await repository.update { $0 = sessions }
                #expect(try await repository.load() == sessions)
                try await repository.update { $0.activate(.stub("session-3")) }
                #expect(try await repository.active() == sessions[.stub("session-3")])
                try await repository.update { sessions in
                    for session in sessions.sessions { sessions.remove(session.id) }
                }
                #expect(try await repository.load().signOuts == sessions.signOuts)
            },
            promise("a change is made of the stored sessions, and its result is returned") { repository in
                try await repository.save(.stub())
                let earlier = try await repository.update { sessions in
                    defer { sessions.begin(.second) }
                    return sessions
                }
                #expect(earlier == StoredSessions(.stub()))
                #expect(try await repository.load().sessions == [.stub(), .second])
            },
            promise("a change without effect stores nothing") { repository in
                #expect(try await repository.update { $0.remove(.stub()) } == nil)
                #expect(try await repository.load() == StoredSessions())
                try await repository.save(.stub())
                #expect(try await repository.update { $0.remove(.stub("session-2")) } == nil)
                #expect(try await repository.load() == StoredSessions(.stub()))
            },
            promise("of many simultaneous changes, none is lost") { repository in
                let tags = (0..<StoredSessions.limit).map { String($0) }
                try await withThrowingTaskGroup { group in
                    for tag in tags {
                        let session = Session.stub(id: .stub(tag), accountID: .stub("person\(tag)"))
                        group.addTask { try await repository.save(session) }
                        group.addTask {
                            try await repository.update { _ = $0.claim(.stub(tag), at: .stub, for: 30) }
                        }
                    }
                    try await group.waitForAll()
                }
                let stored = try await repository.load()
                #expect(Set(stored.sessions.map(\.id)) == Set(tags.map { .stub($0) }))
            },
            promise("one of many simultaneous claims succeeds") { repository in
                try await repository.save(.stub())
                let waits = try await simultaneously(32) { _ in
                    try await repository.update { $0.claim(.stub(), at: .stub, for: 30) }
                }
                #expect(waits.count { $0 == nil } == 1)
            },
            promise("T1 a token that this device issued equals its stored digest") { repository in
                let session = Session.stub(token: AccessToken(issuedHere: "a token of ours"))
                try await repository.save(session)
                let stored = try #require(try await repository.active())
                #expect(stored == session)
                // A loaded token is stored unchanged, not hashed again.
                try await repository.save(stored)
                #expect(try await repository.active() == session)
            },
            promise("cleared sessions are gone") { repository in
                let sessions = try Self.many
                try await repository.update { $0 = sessions }
                try await repository.clear()
                #expect(try await repository.load() == StoredSessions())
            },
            promise("clearing an empty repository is not an error") { repository in
                try await repository.clear()
                try await repository.save(.stub())
                try await repository.clear()
                try await repository.clear()
                #expect(try await repository.load() == StoredSessions())
            },
            promise("a session is stored after clearing") { repository in
                try await repository.save(.stub())
                try await repository.clear()
                try await repository.save(.second)
                #expect(try await repository.load() == StoredSessions(.second))
            },
        ]
    }

    private static var samples: [Session] {
        get throws {
            [
                .stub(accountID: .stub("Abc@x.com"), profile: try .full(), expiresAt: Date.stub + 0.1),
                .stub(
                    accountID: .stub("cafe\u{301}"),
                    profile: try .decomposed(),
                    token: AccessToken("\0\n\"é\u{2028}")
                ),
                .stub(profile: Profile(), token: AccessToken(""), expiresAt: .distantFuture),
                .stub(
                    registrationID: nil,
                    tokens: TokenSet(
                        AccessToken("access"),
                        accessExpiresAt: .stub + 0.2,
                        refresh: RefreshToken("refresh"),
                        refreshExpiresAt: .stub + 60,
                        accessCookie: CookieScope(domain: "example.com", path: "/", isSecure: false),
                        refreshCookie: CookieScope(
                            domain: ".example.com",
                            path: "/token",
                            isSecure: true,
                            expiresAt: .stub + 0.4
                        )
                    ),
                    serverKey: "7"
                ),
                .stub(startedAt: .distantPast, lastUsedAt: .stub + 0.3, expiresAt: .distantFuture),
            ]
        }
    }

    /// Sessions of different accounts, of which the second is active, with a sign-out of each scope, two claims and a
    /// deletion.
    private static var many: StoredSessions {
        get throws {
            let sessions = (1...3).map { Session.stub(id: .stub("session-\($0)"), accountID: .stub("person\($0)")) }
            let signOuts = [false, true].map { everywhere in
                PendingSignOut(
                    .stub(
                        id: .stub(everywhere ? "everywhere" : "here"),
                        tokens: TokenSet(AccessToken("a"), refresh: RefreshToken("r"))
                    ),
                    everywhere: everywhere,
                    signedOutAt: .stub + 0.4
                )
            }
            let claims = [SessionID.stub("session-3"): Date.stub + 0.5, .stub("everywhere"): .stub + 0.6]
            return try #require(
                StoredSessions(
                    sessions,
                    activeID: .stub("session-2"),
                    signOuts: signOuts,
                    claims: claims,
                    deletions: [.stub("session-1"): .seconds(0.75)]
                )
            )
        }
    }
}

extension Session {
    /// A session of another account.
    fileprivate static let second = Session.stub(
        id: .stub("session-2"),
        accountID: .stub("second1@gmail.com"),
        token: AccessToken("second")
    )

    /// The bytes of the texts.
    fileprivate var bytes: [[UInt8]] {
        ([accountID.text, token.revealed ?? ""] + profile.texts).map { Array($0.utf8) }
    }
}
