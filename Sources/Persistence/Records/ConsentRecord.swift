import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a consent is stored.
///
/// The names of the members are the format: they never change.
struct ConsentRecord: Codable {
    let accountID: String
    let document: String
    let version: Int

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let agreedAt: Double

    init(_ consent: Consent) {
        accountID = consent.accountID.text
        document = consent.document.name
        version = consent.document.version
        agreedAt = consent.agreedAt.timeIntervalSinceReferenceDate
    }

    /// The consent that is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    func consent() throws(InvalidRecord) -> Consent {
        Consent(
            accountID: try AccountID(record: accountID),
            document: ConsentDocument(name: document, version: version),
            agreedAt: Date(timeIntervalSinceReferenceDate: agreedAt)
        )
    }
}
