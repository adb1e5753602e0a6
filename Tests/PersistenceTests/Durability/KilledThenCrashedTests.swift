import AccountFlowTesting
import Domain
import Persistence
import Testing

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What is durable where a process was killed at any step, another one has gone on, and then the power has gone.
@Suite struct KilledThenCrashedTests {
    /// What the process that is killed was doing.
    enum Work: CaseIterable, Sendable {
        case first, later, compacting

        /// Its change cannot be synchronised, which nobody else is told by the system.
        case failing
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
        case .failing:
            files.fail(SimulatedFault.forever(from: 0, of: .synchronize, .error(EIO)))
            await #expect(throws: AccountInsertionError.self) {
                try await repository.insert(.stub(id: .stub("killed")))
            }
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

    @Test("D8 nothing is acknowledged that rests on what could not be made durable either", arguments: [false, true])
    func notMadeDurable(isOpen: Bool) async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())
        let recorder = CrashRecorder {}
        let files = SimulatedFileSystem(disk: before.disk, hooks: recorder.hooks)
        try await StoreOnSimulation.open(files).insert(.stub(id: .stub("killed")))
        for (step, point) in recorder.points.enumerated() {
            let killed = SimulatedFileSystem(disk: point.disk)
            let next = StoreOnSimulation.open(killed)
            killed.fail(SimulatedFault.forever(from: 0, of: .synchronize, .error(EIO)))
            // At some steps there is nothing to be made durable before the change, and at others it fails there.
            try? await next.insert(.stub(id: .stub("late")))
            killed.fail(SimulatedFault.none)
            let last = isOpen ? next : StoreOnSimulation.open(killed)
            do {
                try await last.insert(.stub(id: .stub("killed")))
            } catch .idTaken {
                // That there is such an account is acknowledged as well.
            } catch .storage {
                // Nothing is acknowledged.
                continue
            }
            let found = try await StoreOnSimulation.open(killed.survivors(.dropAll)).find(.stub("killed"))
            #expect(found != nil, "step \(step)")
        }
    }
}
