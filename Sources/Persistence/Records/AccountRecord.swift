import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account in the lines of an export.
///
/// The names of the members are the format: they never change. Dates are seconds since 2001-01-01 00:00:00 UTC.
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

    /// Creates the account.
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
    /// The texts of the fields that are present by their keys, as documents hold them.
    var texts: [String: String?] {
        Self.fields.reduce(into: [:]) { texts, field in
            if let text = field.text(in: self) { texts[field.key] = text }
        }
    }

    /// Creates a profile from stored texts.
    init(texts: [String: String?]) throws(InvalidRecord) {
        do {
            try self.init { texts[$0.key] ?? nil }
        } catch {
            throw InvalidRecord()
        }
    }
}

extension AccountID {
    /// Creates an ID from a stored text.
    init(record text: String) throws(InvalidRecord) {
        do {
            try self.init(text)
        } catch {
            throw InvalidRecord()
        }
    }
}
