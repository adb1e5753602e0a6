public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AccountExport {
    /// The export as a JSON document for people and programs, in UTF-8, with dates by ISO 8601 in UTC.
    ///
    /// The members never change their meaning; `version` is 1.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(AccountExportDocument(self)), as: UTF8.self) + "\n"
        } catch {
            // The document consists of texts and numbers.
            preconditionFailure("an export cannot be encoded: \(error)")
        }
    }
}

/// The members of an export.
private struct AccountExportDocument: Encodable {
    struct Account: Encodable {
        let id: String
        let profile: [String: String?]
        let registeredAt: String?
    }

    struct Agreement: Encodable {
        let document: String
        let version: Int
        let agreedAt: String
        let withdrawnAt: String?
    }

    struct Session: Encodable {
        let startedAt: String
        let lastUsedAt: String
        let isActive: Bool
    }

    struct Event: Encodable {
        let at: String
        let event: String
        let until: String?
    }

    let format = "account-export"
    let version = 1
    let exportedAt: String
    let account: Account
    let consents: [Agreement]
    let sessions: [Session]
    let securityEvents: [Event]

    init(_ export: AccountExport) {
        exportedAt = export.exportedAt.iso8601
        account = Account(
            id: export.owner.accountID.text,
            profile: export.owner.profile.texts,
            registeredAt: export.owner.createdAt?.iso8601
        )
        consents = export.consents.map {
            Agreement(
                document: $0.document.name,
                version: $0.document.version,
                agreedAt: $0.agreedAt.iso8601,
                withdrawnAt: $0.withdrawnAt?.iso8601
            )
        }
        sessions = export.sessions.map {
            Session(startedAt: $0.startedAt.iso8601, lastUsedAt: $0.lastUsedAt.iso8601, isActive: $0.isActive)
        }
        securityEvents = export.events.map {
            let line = SecurityEventLine($0)
            return Event(at: line.at, event: line.event, until: line.until)
        }
    }
}
