public import Domain
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
    /// A session of which a test says only what matters to it: everything has a value unless it is given one.
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
