package import Domain
#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Consent {
    /// A consent of which a test says only what matters to it.
    package static func stub(
        accountID: AccountID = .stub(),
        document: ConsentDocument = .stub(),
        agreedAt: Date = .stub
    ) -> Consent {
        Consent(accountID: accountID, document: document, agreedAt: agreedAt)
    }
}
