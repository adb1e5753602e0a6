#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A step that a user has to complete before a session starts, such as typing a code from a message.
///
/// It has no secret. A token with which a server recognizes the step stays in the memory of the account service.
public struct Challenge: Hashable, Sendable {
    /// The kinds of step.
    public enum Kind: Hashable, Sendable {
        /// The user opens the link of a message that was sent to this address, which the service has masked, or nil.
        case link(destination: String?)

        /// The user types the code of a message.
        ///
        /// The number of its characters and the masked address are nil if the service does not say.
        case code(length: Int?, destination: String?)

        /// The user types the code that an authenticator app shows (RFC 6238).
        case totp
    }

    /// The purposes of a step.
    public enum Purpose: Hashable, Sendable {
        /// It confirms an address. A later launch can go on with it.
        case addressConfirmation

        /// It is a second factor of one sign-in. After a relaunch, the user signs in again.
        case secondFactor
    }

    /// The identity.
    public let id: ChallengeID

    /// The account.
    public let accountID: AccountID

    /// The kind.
    public let kind: Kind

    /// The purpose.
    public let purpose: Purpose

    /// The e-mail address to be confirmed, if it is known and is not the ID.
    public let address: EmailAddress?

    /// The date of the last message, or the date on which the step began.
    public let sentAt: Date

    /// The date from which another message can be requested; nil if there are no further messages.
    public let resendAt: Date?

    /// The date on which the code expires; nil if the service does not say.
    public let expiresAt: Date?

    /// The number of wrong answers before the step fails; nil if the service does not say.
    public var attemptsLeft: Int?

    /// Whether the recovery code of the account can be typed instead.
    public let acceptsRecoveryCode: Bool

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - accountID: The account.
    ///   - kind: The kind.
    ///   - purpose: The purpose.
    ///   - address: The e-mail address to be confirmed, if it is known and is not the ID.
    ///   - sentAt: The date of the last message, or the date on which the step began.
    ///   - resendAt: The date from which another message can be requested; nil if there are no further messages.
    ///   - expiresAt: The date on which the code expires; nil if the service does not say.
    ///   - attemptsLeft: The number of wrong answers before the step fails; nil if the service does not say.
    ///   - acceptsRecoveryCode: Whether the recovery code of the account can be typed instead.
    public init(
        id: ChallengeID,
        accountID: AccountID,
        kind: Kind,
        purpose: Purpose,
        address: EmailAddress? = nil,
        sentAt: Date,
        resendAt: Date? = nil,
        expiresAt: Date? = nil,
        attemptsLeft: Int? = nil,
        acceptsRecoveryCode: Bool = false
    ) {
        self.id = id
        self.accountID = accountID
        self.kind = kind
        self.purpose = purpose
        self.address = address
        self.sentAt = sentAt
        self.resendAt = resendAt
        self.expiresAt = expiresAt
        self.attemptsLeft = attemptsLeft
        self.acceptsRecoveryCode = acceptsRecoveryCode
    }

    /// Returns the date until which no other message can be requested, or nil if one can be.
    ///
    /// - Parameter now: The date. One before ``sentAt`` comes from a clock that was set back, so the service decides.
    /// - Returns: ``resendAt``, or nil.
    public func earliestResend(at now: Date) -> Date? {
        resendAt.flatMap { now >= sentAt && now < $0 ? $0 : nil }
    }
}

/// The identity of a ``Challenge``, made on this device.
public struct ChallengeID: Hashable, Sendable {
    /// The identity.
    public let text: String

    /// Creates an identity.
    ///
    /// - Parameter text: A new identifier.
    public init(_ text: String) {
        self.text = text
    }
}
