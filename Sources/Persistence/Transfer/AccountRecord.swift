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

    /// The identity of the registration; an account without one gets a new one.
    let registrationID: String?

    let profile: [String: String?]
    let passwordHash: String

    /// The hash of the recovery code, if there is one.
    let recoveryHash: String?

    /// The one-time passwords, if there are any.
    let totp: String?

    let createdAt: Date

    init(_ account: Account) {
        id = account.id.text
        registrationID = account.registrationID.digits
        profile = account.profile.texts
        passwordHash = account.passwordHash.revealed
        recoveryHash = account.recoveryHash?.revealed
        totp = account.totp?.revealedRecord
        createdAt = account.createdAt
    }

    func account() throws(InvalidRecord) -> Account {
        Account(
            id: try AccountID(record: id),
            registrationID: try registrationID.map { digits throws(InvalidRecord) in try RegistrationID(record: digits)
            }
                ?? RegistrationID(.random),
            profile: try Profile(texts: profile),
            passwordHash: try PasswordHash(record: passwordHash),
            recoveryHash: try recoveryHash.map { hash throws(InvalidRecord) in try PasswordHash(record: hash) },
            totp: try totp.map { text throws(InvalidRecord) in try AccountTOTP(record: text) },
            createdAt: createdAt
        )
    }
}

extension Account {
    /// Whether stores accept the account's values that Domain does not check.
    var isStorable: Bool {
        passwordHash.isStorable && recoveryHash?.isStorable != false && totp?.isStorable != false
            && createdAt.isStorable
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

extension RegistrationID {
    /// Creates an identity from stored digits, and throws if there are other characters.
    init(record digits: String) throws(InvalidRecord) {
        guard let id = RegistrationID(digits: digits) else { throw InvalidRecord() }
        self = id
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

extension PasswordHash {
    /// Creates a hash from a stored text, and throws if stores do not accept it.
    init(record text: String) throws(InvalidRecord) {
        self.init(text)
        guard isStorable else { throw InvalidRecord() }
    }
}
