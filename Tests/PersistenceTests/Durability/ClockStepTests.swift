import AccountFlowTesting
import Domain
import Persistence
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the stores make of a clock that is set forward and back.
@Suite struct ClockStepTests {
    private static let tenYears: TimeInterval = 10 * 365 * 86_400
    private static let steps = [0, tenYears, -1, -tenYears, -tenYears, 1, 2 * tenYears, -1]

    @Test("D13 accounts that are written while the clock steps are all kept, each as it was written last")
    func accountsOutliveSteps() async throws {
        let files = SimulatedFileSystem()
        let repository = StoreOnSimulation.open(files)
        var (now, expected) = (Date.stub, [Account]())
        for (number, step) in Self.steps.enumerated() {
            now += step
            let id = AccountID.stub("person\(number)")
            try await repository.insert(.stub(id: id, createdAt: now))
            if number % 3 == 2 { try await repository.compact() }
            let changed = try await repository.update(id) { $0.passwordHash = PasswordHash("changed \(number)") }
            expected.append(changed)
        }
        let found = try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(files.survivors(.dropAll)))
        #expect(found == expected)
        #expect(found.map(\.createdAt).sorted() != found.map(\.createdAt))
    }

    @Test("D13 of sessions that are saved while the clock steps the last one is there, and a cleared one is not")
    func lastSessionStays() async throws {
        let files = SimulatedFileSystem()
        var now = Date.stub
        for (number, step) in Self.steps.enumerated() {
            now += step
            let session = Session.stub(token: AccessToken("token \(number)"), startedAt: now, expiresAt: now + 60)
            let repository = FileSessionRepository(folder: StoreOnSimulation.folder, fileSystem: files)
            try await repository.save(session)
            let survivor = FileSessionRepository(
                folder: StoreOnSimulation.folder,
                fileSystem: files.survivors(.dropAll)
            )
            #expect(try await survivor.load() == session)
            if number % 2 == 1 {
                try await repository.clear()
                let cleared = FileSessionRepository(
                    folder: StoreOnSimulation.folder,
                    fileSystem: files.survivors(.dropAll)
                )
                #expect(try await cleared.load() == nil)
            }
        }
    }
}
