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
    let profile: ProfileRecord
    let passwordHash: String
    let createdAt: Date

    init(_ account: Account) {
        id = account.id.text
        profile = ProfileRecord(account.profile)
        passwordHash = account.passwordHash.revealed
        createdAt = account.createdAt
    }

    /// Creates the account.
    ///
    /// - Throws: `InvalidRecord` if Domain refuses a value.
    func account() throws(InvalidRecord) -> Account {
        Account(
            id: try AccountID(record: id),
            profile: try profile.profile(),
            passwordHash: PasswordHash(passwordHash),
            createdAt: createdAt
        )
    }
}

/// A profile in a document: the texts of its fields by their keys.
struct ProfileRecord: Codable {
    private var texts: [String: String] = [:]

    init(_ profile: Profile) {
        for field in Profile.fields { texts[field.key] = field.text(in: profile) }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        for field in Profile.fields {
            texts[field.key] = try members.decodeIfPresent(String.self, forKey: Key(stringValue: field.key))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        for (key, text) in texts { try members.encode(text, forKey: Key(stringValue: key)) }
    }

    /// Creates the profile.
    ///
    /// - Throws: `InvalidRecord` if Domain refuses a text.
    func profile() throws(InvalidRecord) -> Profile {
        do {
            return try Profile { texts[$0.key] }
        } catch {
            throw InvalidRecord()
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension AccountID {
    /// Creates an ID from a stored text.
    ///
    /// - Throws: `InvalidRecord` if Domain refuses the text.
    init(record text: String) throws(InvalidRecord) {
        do {
            try self.init(text)
        } catch {
            throw InvalidRecord()
        }
    }
}
