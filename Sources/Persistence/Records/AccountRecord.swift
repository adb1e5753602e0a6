import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account in the lines of an export.
///
/// The member names are part of the format, so they never change. Dates are seconds since 2001-01-01 00:00:00 UTC.
struct AccountRecord: Codable {
    let id: String
    let profile: [String: String?]
    let passwordHash: String
    let createdAt: Date

    init(_ account: Account) {
        id = account.id.text
        profile = account.profile.texts
        passwordHash = account.passwordHash.revealed
        createdAt = account.createdAt
    }

    func account() throws(InvalidRecord) -> Account {
        Account(
            id: try AccountID(record: id),
            profile: try Profile(texts: profile),
            passwordHash: PasswordHash(passwordHash),
            createdAt: createdAt
        )
    }
}

extension Profile {
    /// The texts of the non-nil fields by their keys, as documents store them.
    var texts: [String: String?] {
        Self.fields.reduce(into: [:]) { texts, field in
            if let text = field.text(in: self) { texts[field.key] = text }
        }
    }

    /// Creates a profile from stored texts, and throws if Domain rejects one.
    init(texts: [String: String?]) throws(InvalidRecord) {
        do {
            try self.init { texts[$0.key] ?? nil }
        } catch {
            throw InvalidRecord()
        }
    }
}

extension AccountID {
    /// Creates an ID from a stored text, and throws if Domain rejects it.
    init(record text: String) throws(InvalidRecord) {
        do {
            try self.init(text)
        } catch {
            throw InvalidRecord()
        }
    }
}
