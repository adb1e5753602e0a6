package import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A stored account in memory, whose parts are decoded on demand.
///
/// A byte of flags comes first, then the ID, its canonical form if it differs, and the non-nil fields of the profile.
/// The password hash, the date in eight bytes and the registration ID in sixteen follow. Texts are UTF-8 after their
/// length.
package struct StoredAccount {
    /// The flags of the fields, in the order of `Profile.fields`.
    ///
    /// They are named here, because reading the key paths of that table for every account would be slow.
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
    private let registrationID: RegistrationID

    /// The canonical form of the ID, by which accounts are found and ordered.
    let key: UnsafeRawBufferPointer

    /// Finds the parts of an account, and throws if a flag is unknown.
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
        registrationID = RegistrationID(try reader.number(UInt64.self), try reader.number(UInt64.self))
    }

    /// Decodes the account, and throws unless Domain accepts every field and the key is that of the ID.
    package func account() throws(InvalidRecord) -> Account {
        do {
            let id = try AccountID(try Self.text(id))
            // The record of another key would answer for another account.
            guard id.withKey({ $0.elementsEqual(key) }) else { throw InvalidRecord() }
            let profile = Profile(
                nickname: try nickname.map { try Nickname(Self.text($0)) },
                name: try name.map { try PersonName(Self.text($0)) },
                email: try email.map { try EmailAddress(Self.text($0)) },
                phone: try phone.map { try PhoneNumber(Self.text($0)) }
            )
            return Account(
                id: id,
                registrationID: registrationID,
                profile: profile,
                passwordHash: try PasswordHash(record: Self.text(passwordHash)),
                createdAt: try Date(record: Double(bitPattern: createdAt))
            )
        } catch {
            throw InvalidRecord()
        }
    }

    /// Returns the text of bytes, and throws if they are not valid UTF-8.
    private static func text(_ bytes: UnsafeRawBufferPointer) throws(InvalidRecord) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw InvalidRecord() }
        return text
    }

    /// Appends the bytes of an account.
    package static func append(_ account: Account, to bytes: inout [UInt8]) {
        let profile = account.profile
        // Texts that Swift considers equal can have different bytes, and every byte is stored.
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
        bytes.append(number: account.registrationID.first)
        bytes.append(number: account.registrationID.second)
    }
}

extension AccountID {
    /// Calls a function with the bytes by which accounts are found and ordered.
    func withKey<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var canonical = canonical
        return try canonical.withUTF8 { key in
            Result { () throws(Failure) in try body(UnsafeRawBufferPointer(key)) }
        }.get()
    }
}

/// A change in a frame of the journal.
enum StoreChange {
    /// A new account.
    case insertion(StoredAccount)

    /// An account that replaces the one with the same ID.
    case replacement(StoredAccount)

    /// The key of a deleted account.
    case deletion(UnsafeRawBufferPointer)

    /// A change of a newer version that older readers may skip.
    case unknown

    private enum Kind: UInt8 {
        case insertion = 1
        case replacement = 2
        case deletion = 3
    }

    /// The first kind that has a length, so that older readers can skip it.
    private static let firstSkippableKind: UInt8 = 0x80

    /// Throws if an account in the changes of a frame is not valid, which is damage even with the right checksum.
    static func verifyAccounts(in frame: UnsafeRawBufferPointer) throws(InvalidRecord) {
        var reader = ByteReader(frame)
        while !reader.isAtEnd {
            switch try StoreChange(&reader) {
            case .insertion(let account), .replacement(let account): _ = try account.account()
            case .deletion, .unknown: continue
            }
        }
    }

    init(_ reader: inout ByteReader) throws(InvalidRecord) {
        let number = try reader.byte()
        switch Kind(rawValue: number) {
        case .insertion: self = .insertion(try StoredAccount(&reader))
        case .replacement: self = .replacement(try StoredAccount(&reader))
        case .deletion: self = .deletion(try reader.sizedBlock())
        case nil:
            guard number >= Self.firstSkippableKind else {
                throw InvalidRecord(newerVersion: Int(StoreHeader.majorVersion) + 1)
            }
            _ = try reader.sizedBlock()
            self = .unknown
        }
    }

    static func bytes(storing account: Account, isNew: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(160)
        bytes.append(isNew ? Kind.insertion.rawValue : Kind.replacement.rawValue)
        StoredAccount.append(account, to: &bytes)
        return bytes
    }

    static func bytes(deleting id: AccountID) -> [UInt8] {
        var bytes = [Kind.deletion.rawValue]
        bytes.append(sized: id.canonical)
        return bytes
    }
}
