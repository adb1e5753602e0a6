package import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account as a line of JSON Lines, by which accounts are taken from one store to another.
///
/// The members are those of the older document: `id`, `profile` (with `nickname`, `name`, `email` and `phone`, each of
/// which may be missing), `passwordHash` and `createdAt`. The password hash is in it as it is stored.
package struct AccountLine: Sendable {
    /// What is wrong with a line.
    package enum Failure: String, Error, Hashable, Sendable, CaseIterable {
        /// It is no JSON object with these members.
        case notAnAccount = "not-an-account"

        /// A value is one that no account can have.
        case invalidValue = "invalid-value"

        /// It is longer than any account needs.
        case tooLong = "too-long"
    }

    /// The longest line that is read, in bytes.
    package static let maximumUTF8Length = 1 << 20

    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    package init() {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+infinity",
            negativeInfinity: "-infinity",
            nan: "nan"
        )
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+infinity",
            negativeInfinity: "-infinity",
            nan: "nan"
        )
    }

    /// Makes the line of an account, with its line break.
    package func encode(_ account: Account) -> [UInt8] {
        do {
            return try encoder.encode(AccountRecord(account)) + [UInt8(ascii: "\n")]
        } catch {
            // Texts and numbers always have a form in JSON.
            preconditionFailure("an account cannot be encoded: \(error)")
        }
    }

    /// Reads the account of a line without its line break.
    package func decode(_ line: [UInt8]) throws(Failure) -> Account {
        let record: AccountRecord
        do {
            record = try decoder.decode(AccountRecord.self, from: Data(line))
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
