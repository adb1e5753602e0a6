package import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account in memory, of which only the requested parts become values.
///
/// Behind a byte of flags come the ID, its canonical form where that is another text, the fields of the profile that
/// are present, the password hash, and the date in eight bytes. Texts are UTF-8 behind their length.
package struct StoredAccount {
    /// The flag of an ID whose canonical form is another text; those of the profile's fields follow in their order.
    private static let hasCanonicalID: UInt8 = 1

    private let flags: UInt8
    private let id: UnsafeRawBufferPointer

    /// The fields of the profile that are present.
    private let profile: UnsafeRawBufferPointer

    private let passwordHash: UnsafeRawBufferPointer
    private let createdAt: UInt64

    /// The canonical form of the ID, by which accounts are found and ordered.
    let key: UnsafeRawBufferPointer

    /// Finds the parts of an account.
    ///
    /// - Throws: `InvalidRecord` where the bytes end too soon, or have an unknown flag.
    package init(_ reader: inout ByteReader) throws(InvalidRecord) {
        flags = try reader.byte()
        guard flags >> (Profile.fields.count + 1) == 0 else { throw InvalidRecord() }
        id = try reader.sizedBlock()
        key = flags & Self.hasCanonicalID != 0 ? try reader.sizedBlock() : id
        var end = reader
        for _ in 0..<(flags & ~Self.hasCanonicalID).nonzeroBitCount { _ = try end.sizedBlock() }
        profile = try reader.block(end.offset - reader.offset)
        passwordHash = try reader.sizedBlock()
        createdAt = try reader.number(UInt64.self)
    }

    /// Makes the account.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    package func account() throws(InvalidRecord) -> Account {
        let text = Self.text(id)
        var profile = Profile()
        var reader = ByteReader(self.profile)
        for (flag, field) in Self.flaggedFields where flags & flag != 0 {
            do {
                try field.set(Self.text(try reader.sizedBlock()), in: &profile)
            } catch {
                throw InvalidRecord()
            }
        }
        return Account(
            id: AccountID(text: text, canonical: key.baseAddress == id.baseAddress ? text : Self.text(key)),
            profile: profile,
            passwordHash: PasswordHash(Self.text(passwordHash)),
            createdAt: Date(timeIntervalSinceReferenceDate: Double(bitPattern: createdAt))
        )
    }

    /// Texts were made of Swift's strings and have a checksum, so their UTF-8 is valid.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private static var flaggedFields: some Sequence<(flag: UInt8, field: Profile.Field)> {
        Profile.fields.lazy.enumerated().map { (hasCanonicalID << ($0.offset + 1), $0.element) }
    }

    /// Appends the bytes of an account.
    package static func append(_ account: Account, to bytes: inout [UInt8]) {
        let start = bytes.count
        // Texts that are equal for Swift can have different bytes, and every byte is stored.
        let hasOtherKey = !account.id.text.utf8.elementsEqual(account.id.canonical.utf8)
        var flags = hasOtherKey ? hasCanonicalID : 0
        bytes.append(flags)
        bytes.append(sized: account.id.text)
        if hasOtherKey { bytes.append(sized: account.id.canonical) }
        for (flag, field) in flaggedFields {
            guard let text = field.text(in: account.profile) else { continue }
            flags |= flag
            bytes.append(sized: text)
        }
        bytes[start] = flags
        bytes.append(sized: account.passwordHash.revealed)
        bytes.append(number: account.createdAt.timeIntervalSinceReferenceDate.bitPattern)
    }
}

extension AccountID {
    /// Passes the bytes by which accounts are found and ordered to a function.
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
    /// An account whose ID was free.
    case insertion(StoredAccount)

    /// An account in place of one with the same ID.
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

    /// Kinds from this one on are followed by their length, so that older readers can skip them.
    private static let firstSkippableKind: UInt8 = 0x80

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

    /// The bytes of a change that stores an account.
    static func bytes(storing account: Account, isNew: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(160)
        bytes.append(isNew ? Kind.insertion.rawValue : Kind.replacement.rawValue)
        StoredAccount.append(account, to: &bytes)
        return bytes
    }

    /// The bytes of a change that deletes an account.
    static func bytes(deleting id: AccountID) -> [UInt8] {
        var bytes = [Kind.deletion.rawValue]
        bytes.append(sized: id.canonical)
        return bytes
    }
}
