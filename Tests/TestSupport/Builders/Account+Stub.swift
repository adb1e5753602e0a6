package import Domain
#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Account {
    /// An account of which a test says only what matters to it.
    package static func stub(
        id: AccountID = .stub(),
        profile: Profile = Profile(nickname: .stub()),
        credential: Credential = Credential("hash of password1"),
        createdAt: Date = .stub
    ) -> Account {
        Account(id: id, profile: profile, credential: credential, createdAt: createdAt)
    }
}
