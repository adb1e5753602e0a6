#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A session that has ended on this device, and that its server still has to end.
public struct PendingSignOut: Hashable, Sendable {
    /// The session, without its profile.
    public let session: Session

    /// The sessions of the account that the server has to end: that of this device, or all.
    public let scope: SignOutScope

    /// The date of the sign-out.
    public let signedOutAt: Date

    /// Creates a pending sign-out.
    ///
    /// - Parameters:
    ///   - session: The session, whose profile is dropped.
    ///   - everywhere: Whether the server has to end all sessions of the account.
    ///   - signedOutAt: The date of the sign-out.
    public init(_ session: Session, everywhere: Bool = false, signedOutAt: Date) {
        self.init(session, scope: everywhere ? .everywhere : .thisDevice, signedOutAt: signedOutAt)
    }

    /// Creates a pending sign-out; its scope includes the session itself.
    init(_ session: Session, scope: SignOutScope, signedOutAt: Date) {
        self.session = session.with(Profile())
        self.scope = scope
        self.signedOutAt = signedOutAt
    }

    /// Returns whether the tokens expired so long ago, 30 days, that no server accepts them even if the clock is fast.
    func hasExpired(at date: Date) -> Bool {
        let tokens = session.tokens
        let expiry = tokens.refresh == nil ? tokens.accessExpiresAt : tokens.refreshExpiresAt
        return expiry.map { date >= $0 + 30 * 86_400 } ?? false
    }
}

extension [PendingSignOut] {
    /// Adds a sign-out in place of an earlier one of its session, with the wider scope of both.
    mutating func add(_ signOut: PendingSignOut) {
        let isWide = contains { $0.session.id == signOut.session.id && $0.scope == .everywhere }
        removeAll { $0.session.id == signOut.session.id }
        append(
            isWide
                ? PendingSignOut(signOut.session, scope: .everywhere, signedOutAt: signOut.signedOutAt) : signOut
        )
    }

    /// Replaces a sign-out with what the server still has to be told.
    ///
    /// If the sign-out is no longer there, only new tokens are added, which nothing else knows.
    mutating func replace(_ signOut: PendingSignOut, with rest: PendingSignOut?) {
        if let index = firstIndex(of: signOut) {
            replaceSubrange(index...index, with: [rest].compactMap { $0 })
        } else if let rest, rest != signOut {
            add(rest)
        }
    }
}
