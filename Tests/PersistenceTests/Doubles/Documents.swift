import Domain
import Persistence
import Testing

/// The contents of the store files in a folder, for comparison before and after an operation.
struct Documents: Equatable {
    private static let names = StorageError.Store.allCases.map { $0.rawValue + ".json" } + ["accounts.store"]

    private var bytes: [String: [UInt8]] = [:]

    init(in folder: StorageDirectory, except store: StorageError.Store? = nil) throws {
        for name in Self.names where name != store.map({ $0.rawValue + ".json" }) {
            let path = folder.path + "/" + name
            if Disk.exists(path) { bytes[name] = try Disk.read(path) }
        }
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Returns one of the files.
    func only(_ name: String) -> Documents {
        var documents = self
        documents.bytes = bytes.filter { $0.key == name }
        return documents
    }

    /// Creates a folder that contains only these files.
    func restore(in folder: StorageDirectory) throws {
        try Disk.makeFolder(folder.path)
        for (name, bytes) in bytes {
            try Disk.write(bytes, to: folder.path + "/" + name)
        }
    }

    /// Returns a document with a valid first line.
    static func make(_ store: StorageError.Store, payload: String) -> [UInt8] {
        let payload = Array(payload.utf8)
        let digits = String(CRC32C.checksum(of: payload), radix: 16)
        let checksum = String(repeating: "0", count: 8 - digits.count) + digits
        let line =
            #"{"format":"account-flow.\#(store.rawValue)","version":1,"#
            + #""crc32c":"\#(checksum)","bytes":\#(payload.count)}"# + "\n"
        return Array(line.utf8) + payload
    }
}

extension StoreOperation {
    /// Expects the operation to fail for a reason and to leave the store files unchanged.
    func expectFailure(
        _ reason: StorageError.Reason,
        in folder: StorageDirectory,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try Documents(in: folder)
        let error = await run(in: folder)
        #expect(error?.store == store && error?.reason == reason, sourceLocation: sourceLocation)
        #expect(try Documents(in: folder) == before, sourceLocation: sourceLocation)
    }
}

/// The kinds of damage to a document.
enum Damage: String, CaseIterable, Sendable {
    case empty, zeros, text, firstLineOnly, noFirstLine, twice
    case otherFormat, versionZero, versionNegative, versionTooLarge, versionIsText
    case wrongChecksum, checksumInCapitals, wrongLength, spaceInFirstLine, unknownMember
    case cutByOne, longerByOne
    case notJSON, notAList, emptyRecord, refusedID, refusedProfile, duplicate, wrongType

    /// Returns a damaged copy of a document with one record.
    func apply(to whole: [UInt8], of store: StorageError.Store) -> [UInt8] {
        let text = String(decoding: whole, as: UTF8.self)
        let parts = text.split(separator: "\n", maxSplits: 1)
        let (line, payload) = (String(parts[0]), String(parts[1]))
        let version = #""version":1"#
        return switch self {
        case .empty: []
        case .zeros: Array(repeating: 0, count: whole.count)
        case .text: Array("hello\n".utf8)
        case .firstLineOnly: Array((line + "\n").utf8)
        case .noFirstLine: Array(payload.utf8)
        case .twice: whole + whole
        case .otherFormat: replace("account-flow." + store.rawValue, by: "account-flow.other", in: text)
        case .versionZero: replace(version, by: #""version":0"#, in: text)
        case .versionNegative: replace(version, by: #""version":-1"#, in: text)
        case .versionTooLarge: replace(version, by: #""version":99999999999999999999"#, in: text)
        case .versionIsText: replace(version, by: #""version":"3""#, in: text)
        case .wrongChecksum: replace(#""crc32c":""#, by: #""crc32c":"0"#, in: text)
        case .checksumInCapitals: Array((line.uppercased() + "\n" + payload).utf8)
        case .wrongLength: replace(#""bytes":"#, by: #""bytes":1"#, in: text)
        case .spaceInFirstLine: Array((line + " \n" + payload).utf8)
        case .unknownMember: replace(version, by: version + #","more":1"#, in: text)
        case .cutByOne: whole.dropLast()
        case .longerByOne: whole + [UInt8(ascii: "\n")]
        case .notJSON: Documents.make(store, payload: "[")
        case .notAList: Documents.make(store, payload: String(payload.dropFirst().dropLast()))
        case .emptyRecord: Documents.make(store, payload: "[{}]")
        case .refusedID where store == .attempts: remake(store, #""account":""#, by: #""account":"g"#, in: payload)
        case .refusedID: remake(store, "abcdef@gmail.com", by: "abc\\u0000def", in: payload)
        case .refusedProfile where store == .consents || store == .pendingOperations:
            remake(store, "abcdef@gmail.com", by: "", in: payload)
        case .refusedProfile where store == .attempts:
            remake(store, #""failures":1"#, by: #""failures":0"#, in: payload)
        case .refusedProfile: remake(store, #""Kim""#, by: #""""#, in: payload)
        case .duplicate:
            Documents.make(store, payload: "[" + payload.dropFirst().dropLast() + "," + payload.dropFirst())
        case .wrongType where store == .attempts: remake(store, #""failures":1"#, by: #""failures":"1""#, in: payload)
        case .wrongType: remake(store, #""abcdef@gmail.com""#, by: "1", in: payload)
        }
    }

    private func remake(_ store: StorageError.Store, _ old: String, by new: String, in payload: String) -> [UInt8] {
        Documents.make(store, payload: String(decoding: replace(old, by: new, in: payload), as: UTF8.self))
    }

    private func replace(_ old: String, by new: String, in text: String) -> [UInt8] {
        guard let range = text.firstRange(of: old) else { preconditionFailure("\(text) has no \(old)") }
        return Array(text.replacingCharacters(in: range, with: new).utf8)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with new: String) -> String {
        self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
