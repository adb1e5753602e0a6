import Domain

/// A change as it stands in a frame.
enum StoreChange {
    /// An account that was not there before.
    case insertion(StoredAccount)

    /// An account in place of one with the same ID.
    case replacement(StoredAccount)

    /// The key of an account that is gone.
    case deletion(UnsafeRawBufferPointer)

    /// Something of a newer version that may be passed over.
    case unknown

    private enum Kind: UInt8 {
        case insertion = 1
        case replacement = 2
        case deletion = 3
    }

    /// Kinds from this on are followed by their length, and may be passed over by those who do not know them.
    private static let firstSkippableKind: UInt8 = 0x80

    /// What can be wrong with a change whose checksum is right.
    enum Failure: Error {
        case damaged
        case newerVersion
    }

    init(_ reader: inout ByteReader) throws(Failure) {
        do {
            let number = try reader.byte()
            switch Kind(rawValue: number) {
            case .insertion: self = .insertion(try StoredAccount(&reader))
            case .replacement: self = .replacement(try StoredAccount(&reader))
            case .deletion: self = .deletion(try reader.sizedBlock())
            case nil:
                guard number >= Self.firstSkippableKind else { throw Failure.newerVersion }
                _ = try reader.sizedBlock()
                self = .unknown
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .damaged
        }
    }
}

extension [UInt8] {
    mutating func append(insertionOf account: Account) {
        append(1)
        StoredAccount.append(account, to: &self)
    }

    mutating func append(replacementBy account: Account) {
        append(2)
        StoredAccount.append(account, to: &self)
    }

    mutating func append(deletionOf id: AccountID) {
        append(3)
        append(sized: id.canonical)
    }
}
