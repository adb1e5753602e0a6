package import Domain
#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Session {
    /// A session of which a test says only what matters to it.
    package static func stub(
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
