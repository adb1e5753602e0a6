#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How long a remembered session goes on, and when its owner has to give the password again (ASVS 5.0, requirements
/// 7.3.1, 7.3.2 and 7.5.1).
///
/// All times are finite numbers of seconds, and are taken as they are. A lifetime that is not positive ends a session
/// as it begins.
public struct SessionPolicy: Hashable, Sendable {
    /// What is to become of a session.
    public enum Verdict: Hashable, Sendable {
        /// The session goes on.
        case lasts

        /// The session has ended for good.
        case ended

        /// The clock was set back, so nobody knows; the session is not used, and still there when the clock is right.
        case uncertain
    }

    /// After how many seconds from the sign-in a session ends, however much it is used; nil where it does not.
    public var lifetime: TimeInterval?

    /// After how many seconds without use a session ends; nil where it does not.
    public var idleLifetime: TimeInterval?

    /// After how many seconds from the sign-in a deletion needs the password again; nil where it never does.
    public var reauthenticationAge: TimeInterval?

    /// By how many seconds the clock may go back without any consequence.
    public var clockTolerance: TimeInterval

    /// How many seconds go by before the use of a session is written down once more.
    public var lastUsedGranularity: TimeInterval

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - lifetime: After how many seconds from the sign-in a session ends; nil where it does not, and 0 or less ends
    ///     it at once.
    ///   - idleLifetime: After how many seconds without use a session ends; nil where it does not, and 0 or less ends
    ///     it at once.
    ///   - reauthenticationAge: After how many seconds from the sign-in a deletion needs the password again; nil
    ///     where it never does, and less than 0 where it always does.
    ///   - clockTolerance: By how many seconds the clock may go back without any consequence, 0 or more; with less, a
    ///     clock that was never set back may be taken for one that was.
    ///   - lastUsedGranularity: How many seconds go by before the use of a session is written down once more; with 0 or less, every
    ///     use is.
    public init(
        lifetime: TimeInterval? = nil,
        idleLifetime: TimeInterval? = nil,
        reauthenticationAge: TimeInterval? = nil,
        clockTolerance: TimeInterval = 300,
        lastUsedGranularity: TimeInterval = 60
    ) {
        self.lifetime = lifetime
        self.idleLifetime = idleLifetime
        self.reauthenticationAge = reauthenticationAge
        self.clockTolerance = clockTolerance
        self.lastUsedGranularity = lastUsedGranularity
    }

    /// Sessions last until their owners sign out, and a deletion takes one tap.
    public static let untilSignOut = SessionPolicy()

    /// Sessions end after 30 days, or 7 without use, and a deletion asks for the password after five minutes.
    public static let standard = SessionPolicy(
        lifetime: 30 * 86_400,
        idleLifetime: 7 * 86_400,
        reauthenticationAge: 300
    )

    /// Tells when a session that begins now ends by itself.
    ///
    /// - Parameters:
    ///   - authentication: What the service says about it.
    ///   - date: When the session begins.
    /// - Returns: The earlier of the service's end and the policy's, or nil where there is neither.
    public func end(of authentication: Authentication, beginningAt date: Date) -> Date? {
        [authentication.expiresAt, lifetime.map { date + $0 }].compactMap(\.self).min()
    }

    /// Judges a session that was stored.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - now: The present time.
    /// - Returns: What is to become of it.
    public func evaluate(_ session: Session, at now: Date) -> Verdict {
        guard isLimited(session) else { return .lasts }
        guard now >= session.lastUsedAt - clockTolerance else { return .uncertain }
        // Time that has been seen once has gone by, whatever the clock says now.
        let present = max(now, session.lastUsedAt)
        if session.isExpired(at: present) { return .ended }
        if let lifetime, present >= session.startedAt + lifetime { return .ended }
        if let idleLifetime, present >= session.lastUsedAt + idleLifetime { return .ended }
        return .lasts
    }

    /// Tells whether it is time to write down that a session is used.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - now: The present time.
    /// - Returns: False always where the session has no end, which nothing can bring nearer.
    public func shouldPersistUse(of session: Session, at now: Date) -> Bool {
        isLimited(session) && now >= session.lastUsedAt + lastUsedGranularity
    }

    /// Tells whether a deletion needs the password.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - now: The present time.
    /// - Returns: True also where the session has ended in an app that has not noticed yet, and where it has begun in
    ///   the future, by a clock that was set back since.
    public func needsPassword(_ session: Session, at now: Date) -> Bool {
        guard evaluate(session, at: now) == .lasts else { return true }
        guard let reauthenticationAge else { return false }
        let age = now.timeIntervalSince(session.startedAt)
        return age > reauthenticationAge || age < -clockTolerance
    }

    private func isLimited(_ session: Session) -> Bool {
        lifetime != nil || idleLifetime != nil || session.expiresAt != nil
    }
}
