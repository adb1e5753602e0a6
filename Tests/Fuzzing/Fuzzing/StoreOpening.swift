import Domain
import Foundation
import Persistence

/// Opens store files that somebody has made up.
///
/// The lowest two bits of the first byte say how: 0, and the rest is the file; 1 or 3, and the rest are changes to a
/// good one, three bytes each: where, in two bytes, and what stands there; 2, and the rest are changes of accounts
/// behind those of a good file's journal. The checksums of the first page and of the journal are put right, or nothing
/// behind them would ever be looked at.
enum StoreOpening {
    private static let folder: String = {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        )
        try? FileManager.default.createDirectory(
            at: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return path.path()
    }()

    private static let good: [UInt8] = {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../PersistenceTests/Fixtures/accounts-v1.store")
        return (try? Data(contentsOf: fixture)).map(Array.init) ?? []
    }()

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var file = Array(bytes.dropFirst())
        if first & 1 == 1 {
            file = good
            for change in stride(from: 1, to: bytes.count - 2, by: 3) {
                let place = (Int(bytes[change]) << 8 | Int(bytes[change + 1])) % file.count
                file[place] = bytes[change + 2]
            }
        }
        if first & 3 == 2, let (place, frame) = frame(file) {
            file = good
            file.replaceSubrange(place..<min(place + frame.count, file.count), with: frame)
        }
        if file.count >= 4096 {
            let check = CRC32C.checksum(of: file[..<4092])
            withUnsafeBytes(of: check.littleEndian) { file.replaceSubrange(4092..<4096, with: $0) }
        }
        let path = folder + "/accounts.store"
        // A file of the round before stays where this fails, and is as good as this one.
        try? Data(file).write(to: URL(filePath: path))
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        wait {
            let stores = StorageDirectory(path: folder)
            let repository = FileAccountRepository(folder: stores)
            _ = try? await repository.page(after: nil, limit: 100)
            _ = try? await repository.count()
            if let id = try? AccountID("shape3@example.com") { _ = try? await repository.find(id) }
            _ = await StoreInspector(folder: stores).inspect()
        }
    }

    /// The changes as the next frame of the good file's journal, and where it belongs.
    private static func frame(_ changes: [UInt8]) -> (place: Int, frame: [UInt8])? {
        good.withUnsafeBytes { bytes in
            let page = UnsafeRawBufferPointer(rebasing: bytes[..<StoreHeader.size])
            guard !changes.isEmpty, let header = try? StoreHeader(page, fileSize: bytes.count) else { return nil }
            let journal = UnsafeRawBufferPointer(rebasing: bytes[header.journalStart...])
            let scan = JournalScan(journal, after: header.sequence, generation: header.generation)
            let sequence = header.sequence + UInt64(scan.frames.count) + 1
            let frame = JournalFrame.encode(changes, sequence: sequence, generation: header.generation)
            return (header.journalStart + scan.end, frame)
        }
    }

    private static func wait(_ body: @escaping @Sendable () async -> Void) {
        let semaphore = DispatchSemaphore(value: 0)
        Task.detached {
            await body()
            semaphore.signal()
        }
        semaphore.wait()
    }
}
