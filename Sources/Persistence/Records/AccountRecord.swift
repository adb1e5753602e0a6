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

/// A profile in a document.
///
/// The names of the members are the format: they never change.
struct ProfileRecord: Codable {
    let nickname: String?
    let name: String?
    let email: String?
    let phone: String?

    init(_ profile: Profile) {
        nickname = profile.nickname?.text
        name = profile.name?.text
        email = profile.email?.text
        phone = profile.phone?.text
    }

    /// Creates the profile.
    ///
    /// - Throws: `InvalidRecord` if Domain refuses a text.
    func profile() throws(InvalidRecord) -> Profile {
        do {
            return Profile(
                nickname: try nickname.map { text throws(ValidationIssue) in try Nickname(text) },
                name: try name.map { text throws(ValidationIssue) in try PersonName(text) },
                email: try email.map { text throws(ValidationIssue) in try EmailAddress(text) },
                phone: try phone.map { text throws(ValidationIssue) in try PhoneNumber(text) }
            )
        } catch {
            throw InvalidRecord()
        }
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

extension AccountTable: StoredContent {
    static var store: StorageError.Store { .accounts }

    var records: [AccountRecord] { all.map(AccountRecord.init) }

    init(_ records: [AccountRecord]) throws(InvalidRecord) {
        self.init()
        for record in records {
            let account = try record.account()
            do { try insert(account) } catch { throw InvalidRecord() }
        }
    }
}
