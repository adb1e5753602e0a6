public import Domain
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
    /// A session of which a test says only what matters to it: everything has a value unless it is given one.
    ///
    /// - Parameters:
    ///   - accountID: The account that is signed in.
    ///   - profile: What is known about its owner.
    ///   - token: What later calls have to show.
    ///   - startedAt: When the session began.
    ///   - lastUsedAt: When the session was last seen in use; nil stands for its beginning.
    ///   - expiresAt: When the session ends by itself, or nil where it does not.
    ///   - isRemembered: Whether the next launch restores the session.
    /// - Returns: The session.
    public static func stub(
        accountID: AccountID = .stub(),
        profile: Profile = Profile(nickname: .stub()),
        token: AccessToken = AccessToken("token-1"),
        startedAt: Date = .stub,
        lastUsedAt: Date? = nil,
        expiresAt: Date? = nil,
        isRemembered: Bool = true
    ) -> Session {
        Session(
            accountID: accountID,
            profile: profile,
            token: token,
            startedAt: startedAt,
            lastUsedAt: lastUsedAt,
            expiresAt: expiresAt,
            isRemembered: isRemembered
        )
    }
}
