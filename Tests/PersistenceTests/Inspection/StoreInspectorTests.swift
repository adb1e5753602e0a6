import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the inspection of the stores in a folder.
@Suite struct StoreInspectorTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test func `an inspection of a missing folder finds no stores and does not create it`() async throws {
        #expect(await states() == Array(repeating: .absent, count: StorageError.Store.allCases.count))
        #expect(try Disk.names(in: temporary.path) == [])
    }

    @Test func `an inspection counts the records of every store`() async throws {
        try await StoreOperation.seed(folder)
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("second")))
        #expect(
            await states() == [
                .readable(version: 1, records: 2), .readable(version: 1, records: 1), .readable(version: 1, records: 1),
                .readable(version: 1, records: 1), .readable(version: 1, records: 2),
            ]
        )
    }

    @Test func `an inspection checks each store independently`() async throws {
        try await StoreOperation.seed(folder)
        try Disk.write([], to: folder.path + "/accounts.store")
        try Disk.write(
            Array(#"{"format":"account-flow.consents","version":2}"#.utf8) + [10],
            to: folder.path + "/consents.json"
        )
        try Disk.remove(folder.path + "/session.json")
        try Disk.remove(folder.path + "/pending-operations.json")
        let before = try Documents(in: folder)
        #expect(
            await states() == [
                .unreadable(.corrupt), .absent, .unreadable(.unsupportedVersion(2)), .absent,
                .readable(version: 1, records: 2),
            ]
        )
        #expect(try Documents(in: folder) == before)
    }

    @Test func `an unsafe location is reported for every store`() async throws {
        try Disk.write([], to: folder.path)
        #expect(
            await states()
                == Array(
                    repeating: .unreadable(.unsafeLocation(.notAFolder)),
                    count: StorageError.Store.allCases.count
                )
        )
    }

    @Test(arguments: StorageError.Store.allCases)
    func `an inspection names a file that other users can access`(_ store: StorageError.Store) async throws {
        try await StoreOperation.seed(folder)
        let name = store == .accounts ? "accounts.store" : "\(store.rawValue).json"
        let path = folder.path + "/" + name
        for mode in [0o666, 0o640, 0o604] as [UInt32] {
            try Disk.setMode(mode, of: path)
            for finding in await StoreInspector(folder: folder).inspect() {
                #expect(finding.remarks == (finding.store == store ? [.openToOthers(name: name)] : []))
            }
            #expect(try Disk.mode(of: path) == mode)
        }
        // A damaged file can be open to others too.
        try Disk.write([1], to: path, mode: 0o644)
        let finding = await StoreInspector(folder: folder).inspect().first { $0.store == store }
        #expect(finding?.state == .unreadable(.corrupt))
        #expect(finding?.remarks == [.openToOthers(name: name)])
    }

    @Test(arguments: FileObstacle.allCases)
    func `an inspection names something else in place of a file that every change needs`(
        _ obstacle: FileObstacle
    ) async throws {
        try await StoreOperation.seed(folder)
        _ = try obstacle.make(at: folder.path + "/.lock", in: temporary)
        #expect(await states().first == .readable(version: 1, records: 1))
        #expect(await remarks() == [.obstacle(name: ".lock", obstacle.location)])
        _ = try obstacle.make(at: folder.path + "/accounts.store", in: temporary)
        #expect(await states().first == .unreadable(.unsafeLocation(obstacle.location)))
        #expect(await remarks().first == .obstacle(name: "accounts.store", obstacle.location))
    }

    @Test func `an inspection names a lock file or a folder that others can access, until a change`()
        async throws
    {
        try await StoreOperation.seed(folder)
        try Disk.setMode(0o666, of: folder.path + "/.lock")
        try Disk.setMode(0o777, of: folder.path)
        #expect(await remarks() == [.folderOpenToOthers, .openToOthers(name: ".lock")])
        #expect(await StoreOperation.insert.run(in: folder) == nil)
        #expect(await remarks() == [])
    }

    @Test(arguments: ["events.log", "events.1.log", "accounts.torn-7", "session.json.damaged-1", ".session.json.tmp"])
    func `an inspection names every file of the stores that other users can access`(_ name: String) async throws {
        try await StoreOperation.seed(folder)
        try Disk.write([1], to: folder.path + "/" + name)
        let before = await remarks()
        try Disk.setMode(0o604, of: folder.path + "/" + name)
        #expect(await remarks().filter { !before.contains($0) } == [.openToOthers(name: name)])
        try Disk.setMode(0o600, of: folder.path + "/" + name)
        #expect(await remarks() == before)
    }

    @Test(arguments: FileObstacle.allCases, ["events.log", "events.1.log"])
    func `an inspection names something else in place of a log`(_ obstacle: FileObstacle, _ name: String) async throws {
        try await StoreOperation.seed(folder)
        _ = try obstacle.make(at: folder.path + "/" + name, in: temporary)
        #expect(await remarks() == [.obstacle(name: name, obstacle.location)])
    }

    @Test(arguments: [(".lock", 4096), ("events.log", 4 << 20), ("events.1.log", 4 << 20)])
    func `an inspection names a file that is larger than any of that name`(_ name: String, _ size: Int) async throws {
        try await StoreOperation.seed(folder)
        if name != ".lock" { try Disk.write([1], to: folder.path + "/" + name) }
        try #require(truncate(folder.path + "/" + name, off_t(size)) == 0)
        #expect(await remarks() == [])
        try #require(truncate(folder.path + "/" + name, off_t(size) + 1) == 0)
        #expect(await remarks() == [.tooLarge(name: name)])
    }

    @Test(arguments: [".export.jsonl.account-export.tmp", ".accounts.store.tmp"])
    func `an inspection names a copy that a killed process left, until a change removes it`(name: String) async throws {
        try await StoreOperation.seed(folder)
        try Disk.write([1], to: folder.path + "/" + name)
        let isExport = name.hasPrefix(".export")
        #expect(await remarks() == [isExport ? .unfinishedExport(name: name) : .unfinishedStore(name: name)])
        #expect(await StoreOperation.insert.run(in: folder) == nil)
        #expect(await remarks() == [])
    }

    @Test func `a folder is no unfinished export, and no copy of an unfinished change`() async throws {
        try await StoreOperation.seed(folder)
        for name in [".export.jsonl.account-export.tmp", "accounts.torn-3", ".accounts.store.tmp"] {
            try Disk.makeFolder(folder.path + "/" + name)
        }
        #expect(await remarks() == [])
    }

    @Test func `an inspection makes only calls that change nothing`() async throws {
        try await StoreOperation.seed(folder)
        let files = FaultyFileSystem()
        _ = await StoreInspector(folder: folder.on(files)).inspect()
        #expect(Set(files.operations) == [.openFolder, .listFolder, .status, .openFile(.reading), .read, .map])
    }

    private func remarks() async -> [StoreFinding.Remark] {
        await StoreInspector(folder: folder).inspect().flatMap(\.remarks)
    }

    private func states() async -> [StoreFinding.State] {
        let findings = await StoreInspector(folder: folder).inspect()
        #expect(findings.map(\.store) == StorageError.Store.allCases)
        return findings.map(\.state)
    }
}
