package import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account as it lies in memory, of which only what is asked for is made into values.
///
/// Behind a byte of flags come the ID, its canonical form where that is another text, the parts of the profile that
/// there are, the password hash, and the date in eight bytes; texts are UTF-8 behind their length.
package struct StoredAccount {
    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let canonical = Flags(rawValue: 1)
        static let nickname = Flags(rawValue: 2)
        static let name = Flags(rawValue: 4)
        static let email = Flags(rawValue: 8)
        static let phone = Flags(rawValue: 16)
        static let known: Flags = [.canonical, .nickname, .name, .email, .phone]
    }

    private let id: UnsafeRawBufferPointer
    private let nickname: UnsafeRawBufferPointer?
    private let name: UnsafeRawBufferPointer?
    private let email: UnsafeRawBufferPointer?
    private let phone: UnsafeRawBufferPointer?
    private let passwordHash: UnsafeRawBufferPointer
    private let createdAt: UInt64

    /// The canonical form of the ID, by which accounts are found and ordered.
    let key: UnsafeRawBufferPointer

    /// Reads where everything is.
    ///
    /// - Throws: `InvalidRecord` where the bytes end too soon, or there is something unknown among them.
    package init(_ reader: inout ByteReader) throws(InvalidRecord) {
        let flags = Flags(rawValue: try reader.byte())
        guard Flags.known.isSuperset(of: flags) else { throw InvalidRecord() }
        func part(_ flag: Flags, _ reader: inout ByteReader) throws(InvalidRecord) -> UnsafeRawBufferPointer? {
            flags.contains(flag) ? try reader.sizedBlock() : nil
        }
        id = try reader.sizedBlock()
        key = try part(.canonical, &reader) ?? id
        nickname = try part(.nickname, &reader)
        name = try part(.name, &reader)
        email = try part(.email, &reader)
        phone = try part(.phone, &reader)
        passwordHash = try reader.sizedBlock()
        createdAt = try reader.number(UInt64.self)
    }

    /// Makes the account.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    package func account() throws(InvalidRecord) -> Account {
        do {
            let text = Self.text(id)
            let profile = Profile(
                nickname: try nickname.map { try Nickname(Self.text($0)) },
                name: try name.map { try PersonName(Self.text($0)) },
                email: try email.map { try EmailAddress(Self.text($0)) },
                phone: try phone.map { try PhoneNumber(Self.text($0)) }
            )
            return Account(
                id: AccountID(text: text, canonical: key.baseAddress == id.baseAddress ? text : Self.text(key)),
                profile: profile,
                passwordHash: PasswordHash(Self.text(passwordHash)),
                createdAt: Date(timeIntervalSinceReferenceDate: Double(bitPattern: createdAt))
            )
        } catch {
            throw InvalidRecord()
        }
    }

    /// Texts were made of Swift's strings and have a checksum, so there is nothing to be repaired in them.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of an account.
    package static func append(_ account: Account, to bytes: inout [UInt8]) {
        let profile = account.profile
        // Texts that are equal for Swift can have different bytes, and every byte is kept.
        let hasOtherKey = !account.id.text.utf8.elementsEqual(account.id.canonical.utf8)
        var flags: Flags = hasOtherKey ? .canonical : []
        if profile.nickname != nil { flags.insert(.nickname) }
        if profile.name != nil { flags.insert(.name) }
        if profile.email != nil { flags.insert(.email) }
        if profile.phone != nil { flags.insert(.phone) }
        bytes.append(flags.rawValue)
        bytes.append(sized: account.id.text)
        if hasOtherKey { bytes.append(sized: account.id.canonical) }
        if let nickname = profile.nickname { bytes.append(sized: nickname.text) }
        if let name = profile.name { bytes.append(sized: name.text) }
        if let email = profile.email { bytes.append(sized: email.text) }
        if let phone = profile.phone { bytes.append(sized: phone.text) }
        bytes.append(sized: account.passwordHash.revealed)
        bytes.append(number: account.createdAt.timeIntervalSinceReferenceDate.bitPattern)
    }
}

extension AccountID {
    /// Shows the bytes by which accounts are found and ordered.
    func withKey<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        var canonical = canonical
        return canonical.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes come before others in the order of bytes, which is that of canonical IDs.
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        lexicographicallyPrecedes(other)
    }
}
