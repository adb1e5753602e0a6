import AccountFlowTesting
import Domain
import Persistence
import Testing

/// What is durable where a process was killed at any step, another one has gone on, and then the power has gone.
@Suite struct KilledThenCrashedTests {
    /// What the process that is killed was doing.
    enum Work: CaseIterable, Sendable {
        case first, later, compacting
    }

    @Test(
        "D8 what is acknowledged is durable, whatever a killed process has left to the system",
        arguments: Work.allCases,
        ["late", "killed"]
    )
    func acknowledged(_ work: Work, next name: String) async throws {
        let before = SimulatedFileSystem()
        if work != .first { try await StoreOnSimulation.open(before).insert(.stub()) }
        let recorder = CrashRecorder {}
        let files = SimulatedFileSystem(disk: before.disk, hooks: recorder.hooks)
        let repository = StoreOnSimulation.open(files)
        switch work {
        case .first, .later: try await repository.insert(.stub(id: .stub("killed")))
        case .compacting: try await repository.compact()
        }
        for (step, point) in recorder.points.enumerated() {
            // The system goes on, with all that it was told.
            let killed = SimulatedFileSystem(disk: point.disk)
            let next = StoreOnSimulation.open(killed)
            do {
                try await next.insert(.stub(id: .stub(name)))
            } catch .idTaken {
                // That there is such an account is acknowledged as well.
            }
            let seen = try await StoreOnSimulation.accounts(in: next)
            let found = try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(killed.survivors(.dropAll)))
            #expect(found == seen, "step \(step)")
        }
    }
}
