#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CurrentSession {
    /// Tells servers about sign-outs that they do not know of yet, without waiting.
    func deliverLater() {
        guard delivery == nil, revoking != nil || known.values.contains(where: \.hasLateChange) else { return }
        delivery = run { this in
            let seconds = await this.deliver()
            this.delivery = nil
            if let seconds { this.deliver(in: seconds) }
        }
    }

    /// Notes that a server has answered a request of the app; what has failed a minute ago or longer is tried again.
    package func didSucceed() {
        if failedDelivery != nil { deliverUnlessFailed() }
    }

    /// The time after which a delivery that a server did not accept is repeated without a sign-in, a refresh or a switch.
    private static var pause: Duration { .seconds(60) }

    /// Tells servers about sign-outs that they do not know of yet, unless that has failed within a minute and all is stored.
    func deliverUnlessFailed() {
        let isDue = failedDelivery.map { stopwatch.now - $0 >= Self.pause } ?? true
        if isDue || known.values.contains(where: \.hasLateChange) { deliverLater() }
    }

    /// Tells servers what another process has claimed to tell them, if it is killed before.
    private func deliver(in seconds: TimeInterval) {
        guard !isDeliveringLater, !isShutDown else { return }
        isDeliveringLater = true
        let number = nextNumber()
        // The wait keeps no released app alive.
        tasks[number] = makeTask { [weak self, clock] in
            // After a cancellation, the next launch delivers.
            let isDue = (try? await clock.sleep(for: .seconds(seconds))) != nil
            await self?.endWaiting(number, delivering: isDue)
        }
    }

    private func endWaiting(_ number: Int, delivering: Bool) {
        isDeliveringLater = false
        removeTask(number)
        if delivering { deliverLater() }
    }

    /// Tells servers about the sign-outs that they do not know of yet.
    ///
    /// - Returns: The number of sign-outs that are still pending, or nil if the store cannot be read.
    @discardableResult
    public func deliverSignOuts() async -> Int? {
        deliverLater()
        await delivery?.value
        // The caller learns that the number is unknown.
        guard let stored = try? await repository.load() else { return nil }
        return stored.signOuts.count + unstoredSignOuts.count
    }

    /// Delivers all sign-outs, each until one request fails.
    ///
    /// - Returns: The seconds until the first claim of another process ends, or nil if there is none.
    private func deliver() async -> TimeInterval? {
        guard let revoking else {
            await beginChange()
            defer { endChange() }
            // What cannot be stored now is stored after the next success.
            if let stored = try? await repository.update(storingLate()) { note(stored) }
            return nil
        }
        var failed: Set<PendingSignOut> = []
        var tried: Set<SessionID> = []
        while !Task.isCancelled {
            // What cannot be read or stored now is delivered after the next launch or success.
            let next = try? await claimSignOut(except: failed)
            let (claimed, refresh) = (next?.signOut, next?.refresh)
            let unstored = unstoredSignOuts.first { !failed.contains($0) }
            guard let signOut = claimed ?? unstored else {
                // A store that failed is tried again at the next occasion.
                failedDelivery = next == nil ? stopwatch.now - Self.pause : failed.isEmpty ? nil : stopwatch.now
                return next?.wait
            }
            let isFirst = tried.insert(signOut.session.id).inserted
            let rest = await rest(
                of: signOut,
                by: revoking,
                refreshing: isFirst ? refreshing : nil,
                isAwaited: refresh != nil
            )
            if rest == signOut { failed.insert(signOut) }
            let earlier = rest == signOut ? refresh : nil
            // If this fails, the server is told again about old tokens, which it rejects.
            if claimed != nil, (try? await change({ $0.replace(signOut, with: rest, leaving: earlier) })) != nil {
                continue
            }
            unstoredSignOuts.replace(signOut, with: rest)
            if rest == nil { known[signOut.session.id]?.told = signOut.session.tokens }
        }
        return nil
    }

    /// The sign-out that this process tells the server about.
    private struct Delivery: Sendable {
        /// nil if none is left, or if other processes are delivering all that are.
        var signOut: PendingSignOut?

        /// When the claim of a refresh ended that may still bring new tokens; nil for none.
        var refresh: Date?

        /// The seconds until the first claim of another process ends.
        var wait: TimeInterval?
    }

    /// Claims the oldest sign-out that no other process is delivering.
    ///
    /// Some servers give every session of an account the same token. A sign-out with the token of a session that goes on
    /// would end it, so it is dropped.
    private func claimSignOut(except failed: Set<PendingSignOut>) async throws(StorageError) -> Delivery {
        await beginChange()
        defer { endChange() }
        let (endAbandonedDeletions, storeLate) = (endingAbandonedDeletions(), storingLate())
        let (next, inUse, stored) = try await repository.update { [dates, temporaries] sessions in
            endAbandonedDeletions(&sessions)
            let stored = storeLate(&sessions)
            let inUse = (sessions.sessions + temporaries).map(\.tokens)
            sessions.dropSignOuts(with: inUse)
            // A date from before the wait for the store could be earlier than that of another claim.
            let (now, claims) = (dates.now, sessions.claims)
            var delivery = Delivery()
            for signOut in sessions.signOuts where !failed.contains(signOut) && delivery.signOut == nil {
                let id = signOut.session.id
                if let wait = sessions.claim(id, at: now, for: Self.claimTime) {
                    delivery.wait = min(wait, delivery.wait ?? wait)
                } else {
                    delivery.signOut = signOut
                    delivery.refresh = Self.awaitedRefresh(of: signOut, claims[id], at: now)
                }
            }
            return (delivery, inUse, stored)
        }
        note(stored)
        unstoredSignOuts.removeAll { signOut in inUse.contains { $0.shares(aTokenWith: signOut.session.tokens) } }
        return next
    }

    /// What a change has stored that could not be stored before.
    private struct Stored: Sendable {
        var ended: [SessionID] = []
        var renewed: [SessionID] = []
        /// The sessions that other processes have ended, which did not know the newest tokens.
        var lost: [SessionID] = []
    }

    /// Changes the stored sessions, and before that stores the ends that could not be stored.
    func updateEndingLate<Value: Sendable>(
        _ change: @escaping @Sendable (inout StoredSessions) -> Value
    ) async throws(StorageError) -> Value {
        let (late, value) = try await repository.update { [endLate = endingLate()] sessions in
            (endLate(&sessions), change(&sessions))
        }
        noteEnds(late)
        if !late.isEmpty { deliverLater() }
        return value
    }

    /// A change that stores the ends of sessions that could not be stored before, with their sign-outs, and returns which.
    private func endingLate() -> @Sendable (inout StoredSessions) -> [SessionID] {
        let scopes = (one: scope(everywhere: false), all: scope(everywhere: true))
        return { [known, now = dates.now] sessions in
            let late = sessions.sessions.filter { known[$0.id]?.isStillStored == true }
            for session in late {
                let isTold = known.newest(session).tokens == known[session.id]?.told
                let scope = known[session.id]?.end == .everywhere ? scopes.all : scopes.one
                sessions.signOut(session.id, as: known.newest, telling: isTold ? nil : scope, at: now)
            }
            return late.map(\.id)
        }
    }

    /// Notes that the store has the ends that could not be stored before.
    private func noteEnds(_ late: [SessionID]) {
        for id in known.keys { known[id]?.isStillStored = false }
        unstoredSignOuts.removeAll { late.contains($0.session.id) }
    }

    /// Returns what is stored, without the sessions whose ends could not be, and with a use that could not be.
    func asKnown(_ stored: StoredSessions) -> StoredSessions {
        var stored = stored
        _ = endingLate()(&stored)
        if let session = state.session { stored.touch(session.id, at: session.lastUsedAt) }
        return stored
    }

    /// A change that stores what could not be stored before.
    private func storingLate() -> @Sendable (inout StoredSessions) -> Stored {
        { [known, endLate = endingLate()] sessions in
            var stored = Stored(ended: endLate(&sessions))
            for session in sessions.sessions where known.newest(session) != session {
                sessions.update(known.newest(session))
                stored.renewed.append(session.id)
            }
            let unsaved = known.values.filter { $0.end == nil }.compactMap(\.unsaved?.id)
            stored.lost = unsaved.filter { sessions[$0] == nil }.sorted { $0.digits < $1.digits }
            return stored
        }
    }

    /// Notes that the store has what could not be stored before.
    private func note(_ stored: Stored) {
        noteEnds(stored.ended)
        for id in stored.renewed {
            known[id]?.place = .store
            if case .signedIn(let session, .unsaved) = state, session.id == id { publish(.signedIn(session, .fresh)) }
        }
        for id in stored.lost { end(id, .elsewhere) }
    }

    /// Returns the claim of a refresh that was under way when the user signed out of all devices, if it may still bring
    /// tokens.
    private static func awaitedRefresh(of signOut: PendingSignOut, _ claim: Date?, at now: Date) -> Date? {
        // A later claim is that of a delivery.
        guard let claim, signOut.scope == .everywhere, claim <= signOut.signedOutAt + claimTime else { return nil }
        return abs(now.timeIntervalSince(claim)) <= leftoverTime ? claim : nil
    }

    /// Tells the server about a sign-out, and returns what it still has to be told, with new tokens if it needs them.
    ///
    /// A refusal of the tokens is not final if those are awaited that another process may still get.
    private func rest(
        of signOut: PendingSignOut,
        by revoking: any SessionRevoking,
        refreshing: (any SessionRefreshing)?,
        isAwaited: Bool
    ) async -> PendingSignOut? {
        let session = signOut.session
        do {
            try await revoking.revoke(session, scope: signOut.scope)
            return nil
        } catch .tokenRefused {
            // The refresh token can be valid for weeks after the access token.
            // A refresh that is under way has spent the tokens, and brings new ones.
            guard waiters[session.id] == nil else { return signOut }
            guard let refreshing, session.tokens.refresh != nil else { return nil }
            do {
                let tokens = try await refreshing.refresh(session)
                return PendingSignOut(session.with(tokens), scope: signOut.scope, signedOutAt: signOut.signedOutAt)
            } catch {
                let isRefused = error == .tokenRefused
                return isRefused && !isAwaited ? nil : signOut.unlessExpired(after: error, at: dates.now)
            }
        } catch {
            return error.isFinal ? nil : signOut.unlessExpired(after: error, at: dates.now)
        }
    }
}

extension PendingSignOut {
    /// Returns the sign-out, or nil if the server that did not accept it accepts its tokens no longer.
    ///
    /// The date alone decides nothing, because the clock may be wrong, and no TLS connection succeeds then: the server must
    /// have answered too.
    fileprivate func unlessExpired(after failure: AccountServiceFailure, at now: Date) -> PendingSignOut? {
        switch failure {
        case .remote(.network): self
        case .remote, .tokenRefused, .notOffered: hasExpired(at: now) ? nil : self
        default: self
        }
    }
}

extension AccountServiceFailure {
    /// Whether the server is not told again about a sign-out.
    fileprivate var isFinal: Bool {
        switch self {
        case .tokenRefused, .notOffered, .remote(.refused): true
        default: false
        }
    }
}
