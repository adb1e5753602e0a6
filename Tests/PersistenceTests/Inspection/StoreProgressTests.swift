import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// Tests of the progress that long work on a store reports.
struct StoreProgressTests {
    private let temporary = TemporaryFolder()
    private let shares = MessageLog<Double>()

    private enum Work: CaseIterable { case inspection, compaction, repair }

    /// Stores accounts of 12 MB, so that work on them has several steps.
    private func fill(_ folder: StorageDirectory) async throws {
        let repository = FileAccountRepository(folder: folder)
        let hash = PasswordHash(String(repeating: "x", count: 20_000))
        try await withThrowingTaskGroup { group in
            for number in 0..<600 {
                group.addTask { try await repository.insert(.stub(id: .stub("person\(number)"), passwordHash: hash)) }
            }
            try await group.waitForAll()
        }
        try await repository.compact()
    }

    @Test(arguments: Work.allCases)
    private func `long work on a store reports its finished share, which rises up to the end`(work: Work) async throws {
        let folder = temporary.stores
        try await fill(folder)
        let progress: StoreProgress = { [shares] in shares.append($0) }
        switch work {
        case .inspection: _ = await StoreInspector(folder: folder, progress: progress).inspect()
        case .compaction: try await FileAccountRepository(folder: folder).compact(progress: progress)
        case .repair:
            let saved = StorageDirectory(path: temporary.path + "/saved")
            let report = try await AccountRepair(from: folder, to: saved, progress: progress).run()
            #expect(report.accounts == 600)
        }
        let shares = self.shares.messages
        #expect(shares == shares.sorted() && Set(shares).count == shares.count)
        #expect(shares.allSatisfy { (0...1).contains($0) })
        // Checking and searching are the first half of work that also writes.
        #expect(shares.contains { (0.1..<0.5).contains($0) }, "\(shares)")
        #expect(shares.contains { (0.6...1).contains($0) }, "\(shares)")
    }
}
