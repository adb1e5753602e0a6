import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the reasons that a store reports for errors of the system.
@Suite struct StorageReasonTests {
    private let temporary = TemporaryFolders()

    @Test(
        arguments: StoreOperation.allCases,
        [
            (EROFS, StorageError.Reason.readOnly), (EACCES, .notPermitted), (EPERM, .notPermitted), (ENOSPC, .full),
            (EDQUOT, .full), (ELOOP, .unsafeLocation(.link)),
            (ENOTDIR, .unsafeLocation(.notAFolder)), (EMFILE, .failed(code: EMFILE)), (EIO, .failed(code: EIO)),
        ]
    )
    func `each error code of the system has a matching reason`(
        _ operation: StoreOperation,
        _ answer: (code: Int32, reason: StorageError.Reason)
    ) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let files = FaultyFileSystem(failing: .openFolder, code: answer.code)
        try await operation.expectFailure(answer.reason, in: folder.on(files))
    }

    @Test(arguments: StoreOperation.writing)
    func `every write fails as read-only on a read-only disk`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let before = try Documents(in: folder)
        let changing: Set<FileSystemOperation> = [
            .makeFolder, .openFile(.creating), .openFile(.locking), .setMode, .write, .move, .removeFile,
        ]
        let files = FaultyFileSystem(fault: { _, operation in changing.contains(operation) ? EROFS : nil })
        #expect(await operation.run(in: folder.on(files)) == StorageError(store: operation.store, reason: .readOnly))
        #expect(try Documents(in: folder) == before)
    }

    @Test(arguments: StoreOperation.reading)
    func `a read-only disk can be read`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let reading: Set<FileSystemOperation> = [.openFolder, .status, .openFile(.reading), .read, .map]
        let files = FaultyFileSystem(fault: { _, operation in reading.contains(operation) ? nil : EROFS })
        #expect(await operation.run(in: folder.on(files)) == nil)
    }

    @Test(arguments: StoreOperation.replacing)
    func `every write that needs space fails as full on a full disk`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        try await operation.expectFailure(.full, in: folder.on(FaultyFileSystem(failing: .write, code: ENOSPC)))
        #expect(
            try Disk.names(in: folder.path) == [
                ".lock", "accounts.store", "attempts.json", "consents.json", "pending-operations.json", "session.json",
            ]
        )
    }
}
