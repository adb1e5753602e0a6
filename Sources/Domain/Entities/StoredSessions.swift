#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The sessions on this device: at most one for each account, one of which is active; and the sign-outs that servers do
/// not know of yet.
public struct StoredSessions: Hashable, Sendable {
    /// The number of accounts that can be signed in at once.
    public static let limit = 10

    /// The sessions, in the order of their sign-ins.
    public private(set) var sessions: [Session] = []

    /// The identity of the session that is the active one unless its account is being deleted, or nil if there is none.
    public private(set) var activeID: SessionID?

    /// The sign-outs that servers do not know of yet, in their order.
    public private(set) var signOuts: [PendingSignOut] = []

    /// The sessions and sign-outs about which a process is asking the server now, and when its claim ends.
    ///
    /// Other processes leave them alone until then. A process that was killed leaves a claim.
    public private(set) var claims: [SessionID: Date] = [:]

    /// The sessions whose accounts are being deleted, and how long the device had been awake when that began.
    ///
    /// They are hidden until the deletion has failed, and then active or not, as if it had not begun. If its process is
    /// killed, they end after ``deletionTime``, or when the device has restarted. The date has no effect on that.
    public private(set) var deletions: [SessionID: Duration] = [:]

    /// Creates sessions; nil if two of them have the same identity or account, or the active session is missing.
    ///
    /// - Parameters:
    ///   - sessions: The sessions, in the order of their sign-ins.
    ///   - activeID: The identity of the active session, or nil if there is none.
    ///   - signOuts: The sign-outs that servers do not know of yet.
    ///   - claims: When the claims to ask a server end.
    ///   - deletions: The sessions whose accounts are being deleted, and the uptime of the device when that began.
    public init?(
        _ sessions: [Session],
        activeID: SessionID?,
        signOuts: [PendingSignOut] = [],
        claims: [SessionID: Date] = [:],
        deletions: [SessionID: Duration] = [:]
    ) {
        let identities = sessions.map(\.id) + signOuts.map(\.session.id)
        guard
            Set(identities).count == identities.count,
            Set(sessions.map(\.accountID)).count == sessions.count,
            activeID == nil || sessions.contains(where: { $0.id == activeID })
        else { return nil }
        self.sessions = sessions
        self.activeID = activeID
        self.signOuts = signOuts
        self.claims = claims.filter { identities.contains($0.key) }
        self.deletions = deletions.filter { deletion in sessions.contains { $0.id == deletion.key } }
    }

    /// Creates no sessions.
    public init() {}

    /// Creates an active session, or no sessions.
    ///
    /// - Parameter session: The active session; nil for none.
    public init(_ session: Session?) {
        sessions = session.map { [$0] } ?? []
        activeID = session?.id
    }

    /// The active session, which the next launch restores, or nil if there is none or its account is being deleted.
    public var active: Session? { activeID.flatMap { deletions[$0] == nil ? self[$0] : nil } }

    /// Whether there are neither sessions nor sign-outs.
    public var isEmpty: Bool { sessions.isEmpty && signOuts.isEmpty }

    /// Returns the session with an identity, or nil if there is none.
    public subscript(id: SessionID) -> Session? { sessions.first { $0.id == id } }

    /// Returns the session of an account, or nil if there is none.
    public subscript(of accountID: AccountID) -> Session? { sessions.first { $0.accountID == accountID } }

    // MARK: Changes

    /// Adds a session and makes it the active one, in place of an earlier session of its account.
    ///
    /// A session that is not remembered is not added; then no session is active, so that the next launch cannot restore
    /// an earlier user. Some servers give every session of an account the same token; a pending sign-out with that token
    /// would end the new session, so it is dropped.
    ///
    /// - Parameter session: The session.
    public mutating func begin(_ session: Session) {
        if let earlier = self[of: session.accountID] { remove(earlier.id) }
        remove(session.id)
        dropSignOuts(with: [session.tokens])
        if session.isRemembered { sessions.append(session) }
        activeID = session.isRemembered ? session.id : nil
    }

    /// Replaces the session with the same identity.
    ///
    /// - Parameter session: The session, of the same account.
    /// - Returns: Whether there was such a session; if not, nothing is changed.
    @discardableResult
    public mutating func update(_ session: Session) -> Bool {
        guard let index = sessions.firstIndex(where: { $0.id == session.id && $0.accountID == session.accountID })
        else { return false }
        sessions[index] = session
        return true
    }

    /// Records the use of a session, unless a later one is recorded; its tokens stay, because another process may have
    /// replaced them.
    mutating func touch(_ id: SessionID, at date: Date) {
        if let session = self[id], session.lastUsedAt < date { update(session.touched(at: date)) }
    }

    /// Makes a session the active one.
    ///
    /// - Parameter id: The identity of the session; nil for none.
    /// - Returns: Whether there is such a session; if not, nothing is changed.
    @discardableResult
    public mutating func activate(_ id: SessionID?) -> Bool {
        if let id, self[id] == nil { return false }
        activeID = id
        return true
    }

    /// Removes a session; if it was the active one, none is active.
    ///
    /// - Parameter id: The identity of the session.
    /// - Returns: The session, or nil if there was none.
    @discardableResult
    public mutating func remove(_ id: SessionID) -> Session? {
        guard let index = sessions.firstIndex(where: { $0.id == id }) else { return nil }
        if activeID == id { activeID = nil }
        deletions[id] = nil
        defer { dropClaims() }
        return sessions.remove(at: index)
    }

    // MARK: Deletions

    /// The time after which the process of a deletion counts as killed; no request to a server should take that long.
    public static let deletionTime = Duration.seconds(300)

    /// Hides a session while its account is being deleted, so that no launch restores it.
    package mutating func beginDeletion(of id: SessionID, at uptime: Duration) {
        if self[id] != nil { deletions[id] = uptime }
    }

    /// Ends the deletion of an account, whose session goes on, and returns whether there is such a session.
    package mutating func endDeletion(of id: SessionID) -> Bool {
        deletions[id] = nil
        return self[id] != nil
    }

    /// Returns whether the account of a session is being deleted by a process that may not have been killed.
    ///
    /// If the deletion began at a later time since the start of the device, the device has restarted.
    func isBeingDeleted(_ id: SessionID, at uptime: Duration) -> Bool {
        deletions[id].map { (.zero...Self.deletionTime).contains(uptime - $0) } ?? false
    }

    /// Returns the sessions of deletions whose processes were killed, besides the accounts that this process is deleting.
    func abandonedDeletions(besides own: Set<AccountID>, at uptime: Duration) -> [SessionID] {
        sessions.filter { deletions[$0.id] != nil && !own.contains($0.accountID) }.map(\.id)
            .filter { !isBeingDeleted($0, at: uptime) }
    }

    // MARK: Sign-outs and claims

    /// Removes a session, and adds the sign-out that its server does not know of yet.
    ///
    /// A process that is asking for new tokens adds them to the sign-out. They may be the only ones that the server
    /// accepts, so the end of all sessions of the account waits for them until its claim ends. For an hour after that, a
    /// refusal of the earlier tokens is not final.
    ///
    /// - Parameters:
    ///   - id: The identity of the session.
    ///   - newest: Returns the session with its newest tokens, which the store may not have.
    ///   - scope: The sessions that the server has to end, or nil if it is not told.
    ///   - date: The current date.
    mutating func signOut(
        _ id: SessionID,
        as newest: (Session) -> Session = { $0 },
        telling scope: SignOutScope?,
        at date: Date
    ) {
        let claim = claims[id]
        guard let session = remove(id), let scope else { return }
        enqueue(PendingSignOut(newest(session), scope: scope, signedOutAt: date))
        if scope == .everywhere { claims[id] = claim }
    }

    /// Adds a sign-out that the server does not know of yet.
    ///
    /// It takes the place of an earlier one of the session, but the server still ends all sessions if it should.
    package mutating func enqueue(_ signOut: PendingSignOut) {
        signOuts.add(signOut)
        dropClaims()
    }

    /// Drops the sign-outs that would end tokens which are in use.
    mutating func dropSignOuts(with inUse: [TokenSet]) {
        signOuts.removeAll { signOut in inUse.contains { $0.shares(aTokenWith: signOut.session.tokens) } }
        dropClaims()
    }

    /// Ends the claim of a sign-out, and replaces it with what the server still has to be told; nil if it knows.
    ///
    /// If the sign-out is no longer there, only new tokens are added, which no other process knows. The answer to an earlier
    /// claim, which ended at a date, may still come.
    package mutating func replace(
        _ signOut: PendingSignOut,
        with rest: PendingSignOut?,
        leaving earlier: Date? = nil
    ) {
        claims[signOut.session.id] = earlier
        signOuts.replace(signOut, with: rest)
        dropClaims()
    }

    /// Claims for some seconds to ask the server about a session or a sign-out, or returns the seconds until the claim of
    /// another process ends.
    ///
    /// A claim that would end later than a new one was made by another clock, and is ignored.
    package mutating func claim(_ id: SessionID, at now: Date, for seconds: TimeInterval) -> TimeInterval? {
        if let wait = wait(for: id, at: now, for: seconds) { return wait }
        claims[id] = now + seconds
        return nil
    }

    /// Returns the seconds until the claim of another process ends, or nil if there is none.
    func wait(for id: SessionID, at now: Date, for seconds: TimeInterval) -> TimeInterval? {
        guard let left = claims[id]?.timeIntervalSince(now), left > 0, left <= seconds else { return nil }
        return left
    }

    /// Ends a claim; the answer to an earlier one of another process, which ended at a date, may still come.
    package mutating func unclaim(_ id: SessionID, leaving earlier: Date? = nil) { claims[id] = earlier }

    private mutating func dropClaims() {
        let identities = Set(sessions.map(\.id) + signOuts.map(\.session.id))
        claims = claims.filter { identities.contains($0.key) }
    }
}
