public import Domain
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Consent {
    /// A consent of which a test says only what matters to it: everything has a value unless it is given one.
    ///
    /// - Parameters:
    ///   - accountID: Whose agreement it is.
    ///   - document: What was agreed to.
    ///   - agreedAt: When it was agreed to.
    /// - Returns: The consent.
    public static func stub(
        accountID: AccountID = .stub(),
        document: ConsentDocument = .stub(),
        agreedAt: Date = .stub
    ) -> Consent {
        Consent(accountID: accountID, document: document, agreedAt: agreedAt)
    }
}
