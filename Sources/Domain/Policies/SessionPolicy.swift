#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The lifetime of sessions, and the age from which a deletion requires the password (ASVS 5.0, requirements 7.3.1, 7.3.2
/// and 7.5.1).
///
/// All times are finite numbers of seconds. A lifetime of 0 or less expires a session at once.
public struct SessionPolicy: Hashable, Sendable {
    /// Whether a stored session can be used.
    public enum Validity: Hashable, Sendable {
        /// The session is valid.
        case valid

        /// The session has expired.
        case expired

        /// The clock is long before the last recorded use, so it is unknown whether the session has expired.
        case uncertain
    }

    /// The seconds from the sign-in to the expiry of a session, or nil if it does not expire.
    public var lifetime: TimeInterval?

    /// The seconds without use to the expiry of a session, or nil if it does not expire.
    public var idleLifetime: TimeInterval?

    /// The seconds from the sign-in after which a deletion requires the password, or nil if it never does; a deletion
    /// always requires it if the value is below 0.
    public var reauthenticationAge: TimeInterval?

    /// The seconds by which the clock may be wrong without effect, 0 or more.
    ///
    /// A session whose last use is further in the future is uncertain.
    public var clockTolerance: TimeInterval

    /// The seconds between two records of a session's use; if the value is 0 or less, every use is recorded.
    public var lastUsedGranularity: TimeInterval

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - lifetime: The seconds from the sign-in to the expiry of a session, or nil if it does not expire.
    ///   - idleLifetime: The seconds without use to the expiry of a session, or nil if it does not expire.
    ///   - reauthenticationAge: The seconds from the sign-in after which a deletion requires the password, or nil if it
    ///     never does.
    ///   - clockTolerance: The seconds by which the clock may be wrong without effect, 0 or more; a day by default.
    ///   - lastUsedGranularity: The seconds between two records of a session's use.
    public init(
        lifetime: TimeInterval? = nil,
        idleLifetime: TimeInterval? = nil,
        reauthenticationAge: TimeInterval? = nil,
        clockTolerance: TimeInterval = 86_400,
        lastUsedGranularity: TimeInterval = 60
    ) {
        self.lifetime = lifetime
        self.idleLifetime = idleLifetime
        self.reauthenticationAge = reauthenticationAge
        self.clockTolerance = clockTolerance
        self.lastUsedGranularity = lastUsedGranularity
    }

    /// The policy in which sessions last until sign-out, and a deletion never requires the password.
    public static let untilSignOut = SessionPolicy()

    /// The policy in which sessions expire after 30 days, or 7 without use, and a deletion requires the password after
    /// five minutes.
    public static let standard = SessionPolicy(
        lifetime: 30 * 86_400,
        idleLifetime: 7 * 86_400,
        reauthenticationAge: 300
    )

    /// Returns the expiry date of a session that starts at a date.
    ///
    /// - Parameter date: The start of the session.
    /// - Returns: The expiry date, or nil if the session does not expire.
    public func expirationDate(startingAt date: Date) -> Date? { lifetime.map { date + $0 } }

    /// Returns whether a stored session is still valid.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - now: The current date.
    /// - Returns: The validity.
    public func validity(of session: Session, at now: Date) -> Validity {
        guard isLimited(session) else { return .valid }
        guard now >= session.lastUsedAt - clockTolerance else { return .uncertain }
        // If the clock was set back, the date of the last recorded use counts instead.
        let present = max(now, session.lastUsedAt)
        if session.isExpired(at: present) { return .expired }
        if let lifetime, present >= session.startedAt + lifetime { return .expired }
        if let idleLifetime, present >= session.lastUsedAt + idleLifetime { return .expired }
        return .valid
    }

    /// Returns whether a use of a session has to be recorded; always false for one that does not expire.
    package func shouldPersistUse(of session: Session, at now: Date) -> Bool {
        isLimited(session) && now >= session.lastUsedAt + lastUsedGranularity
    }

    /// Returns whether a deletion requires the password.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - now: The current date.
    /// - Returns: Also true if the session is not valid, or starts further in the future than that age.
    public func needsPassword(_ session: Session, at now: Date) -> Bool {
        guard validity(of: session, at: now) == .valid else { return true }
        guard let reauthenticationAge else { return false }
        // A clock that is wrong within the tolerance must not make an old session look new.
        let used = session.lastUsedAt.timeIntervalSince(session.startedAt)
        return max(abs(now.timeIntervalSince(session.startedAt)), used) > reauthenticationAge
    }

    private func isLimited(_ session: Session) -> Bool {
        lifetime != nil || idleLifetime != nil || session.expiresAt != nil
    }
}
