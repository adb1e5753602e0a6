import Domain
import Persistence

/// The files of the stores in a folder, to be compared before and after.
struct Documents: Equatable {
    private static let names = StorageError.Store.allCases.map { $0.rawValue + ".json" } + ["accounts.store"]

    private var bytes: [String: [UInt8]] = [:]

    init(in folder: StorageDirectory) throws {
        for name in Self.names {
            let path = folder.path + "/" + name
            if Disk.exists(path) { bytes[name] = try Disk.read(path) }
        }
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Puts the documents, and nothing else, into a new folder.
    func restore(in folder: StorageDirectory) throws {
        try Disk.makeFolder(folder.path)
        for (name, bytes) in bytes {
            try Disk.write(bytes, to: folder.path + "/" + name)
        }
    }

    /// Makes a document whose first line is right.
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
