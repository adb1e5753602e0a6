package import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A stored account in memory, whose parts are decoded on demand.
///
/// A byte of flags comes first, then the ID, its canonical form if it differs, and the non-nil fields of the profile.
/// The password hash, that of the recovery code and the one-time passwords if there are any, the date in eight bytes and
/// the registration ID in sixteen follow. Texts are UTF-8 after their length.
package struct StoredAccount {
    // The flags of the parts that an account may lack: the canonical form of the ID, `Profile.fields` in order, the
    // one-time passwords, and the hash of the recovery code. One bit is free, for a fifth field of the profile.
    private static let canonicalFlag: UInt8 = 1
    private static let totpFlag: UInt8 = 64
    private static let recoveryFlag: UInt8 = 128
    private static let profileFlags = Profile.fields.indices.reduce(0) { $0 | flag(ofField: $1) }
    private static let knownFlags = canonicalFlag | totpFlag | recoveryFlag | profileFlags

    private static func flag(ofField index: Int) -> UInt8 { 2 << UInt8(index) }

    private let flags: UInt8
    private let id: UnsafeRawBufferPointer

    /// The reader before the texts of the profile.
    private let profile: ByteReader

    private let passwordHash: UnsafeRawBufferPointer
    private let recoveryHash: UnsafeRawBufferPointer?
    private let totp: UnsafeRawBufferPointer?
    private let createdAt: UInt64
    private let registrationID: RegistrationID

    /// The canonical form of the ID, by which accounts are found and ordered.
    let key: UnsafeRawBufferPointer

    /// Finds the parts of an account, and throws if a flag is unknown.
    package init(_ reader: inout ByteReader) throws(InvalidRecord) {
        flags = try reader.byte()
        guard flags & ~Self.knownFlags == 0 else { throw InvalidRecord() }
        id = try reader.sizedBlock()
        key = flags & Self.canonicalFlag == 0 ? id : try reader.sizedBlock()
        profile = reader
        for _ in 0..<(flags & Self.profileFlags).nonzeroBitCount { _ = try reader.sizedBlock() }
        passwordHash = try reader.sizedBlock()
        recoveryHash = flags & Self.recoveryFlag == 0 ? nil : try reader.sizedBlock()
        totp = flags & Self.totpFlag == 0 ? nil : try reader.sizedBlock()
        createdAt = try reader.number(UInt64.self)
        registrationID = RegistrationID(try reader.number(UInt64.self), try reader.number(UInt64.self))
    }

    /// Decodes the account, and throws unless Domain accepts every field and the key is that of the ID.
    package func account() throws(InvalidRecord) -> Account {
        do {
            let id = try AccountID(try Self.text(id))
            // The record of another key would answer for another account.
            guard id.withKey({ $0.elementsEqual(key) }) else { throw InvalidRecord() }
            var (profile, texts) = (Profile(), profile)
            for index in Profile.fields.indices where flags & Self.flag(ofField: index) != 0 {
                try Profile.fields[index].set(Self.text(texts.sizedBlock()), in: &profile)
            }
            return Account(
                id: id,
                registrationID: registrationID,
                profile: profile,
                passwordHash: try PasswordHash(record: Self.text(passwordHash)),
                recoveryHash: try recoveryHash.map { try PasswordHash(record: Self.text($0)) },
                totp: try totp.map { try AccountTOTP(record: Self.text($0)) },
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
        // Texts that Swift considers equal can have different bytes, and every byte is stored.
        let hasOtherKey = !account.id.text.utf8.elementsEqual(account.id.canonical.utf8)
        let flagsIndex = bytes.count
        bytes.append(hasOtherKey ? canonicalFlag : 0)
        bytes.append(sized: account.id.text)
        if hasOtherKey { bytes.append(sized: account.id.canonical) }
        for index in Profile.fields.indices {
            guard let text = Profile.fields[index].text(in: account.profile) else { continue }
            bytes[flagsIndex] |= flag(ofField: index)
            bytes.append(sized: text)
        }
        bytes.append(sized: account.passwordHash.revealed)
        if let recoveryHash = account.recoveryHash {
            bytes[flagsIndex] |= recoveryFlag
            bytes.append(sized: recoveryHash.revealed)
        }
        if let totp = account.totp {
            bytes[flagsIndex] |= totpFlag
            bytes.append(sized: totp.revealedRecord)
        }
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
