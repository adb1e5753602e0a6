package import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The format of accounts as JSON Lines, for moving them from one store to another.
///
/// The members are `id`, `profile` (with the members that the account has), `passwordHash`, `createdAt`,
/// `registrationID`, and `recoveryHash` and `totp` if there are any. The hashes and the key of the one-time passwords are
/// the stored ones. An account without a `registrationID` gets a new one.
package struct AccountLine: Sendable {
    /// The reason why a line is invalid.
    package enum Failure: String, Error, Hashable, Sendable, CaseIterable {
        /// It is not a JSON object with these members.
        case notAnAccount = "not-an-account"

        /// It has a value that no account can have.
        case invalidValue = "invalid-value"

        /// It is longer than any account needs.
        case tooLong = "too-long"
    }

    /// The length of the longest accepted line, in bytes.
    package static let maximumUTF8Length = 1 << 20

    private let encoder = JSONEncoder.records
    private let decoder = JSONDecoder.records

    package init() {}

    /// Encodes an account as a line, with its line break.
    package func encode(_ account: Account) -> [UInt8] {
        do {
            return try encoder.encode(AccountRecord(account)) + [UInt8(ascii: "\n")]
        } catch {
            // Texts and storable dates can always be encoded as JSON.
            preconditionFailure("an account cannot be encoded: \(error)")
        }
    }

    /// Decodes a line without its line break.
    package func decode(_ line: [UInt8]) throws(Failure) -> Account {
        let record: AccountRecord
        do {
            record = try decoder.decode(AccountRecord.self, from: Data(line))
        } catch is InvalidRecord {
            throw .invalidValue
        } catch {
            throw .notAnAccount
        }
        do {
            return try record.account()
        } catch {
            throw .invalidValue
        }
    }
}
