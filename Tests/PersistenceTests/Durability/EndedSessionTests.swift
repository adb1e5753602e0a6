import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Synchronization
import Testing
import TestSupport

/// Tests of expired and cleared sessions after crashes and changes of the clock.
@Suite struct EndedSessionTests {
    private static let folder = StorageDirectory(path: "/home/stores")
    private static let day: TimeInterval = 86_400
    private static let policy = SessionPolicy.standard

    /// Clock times in days after the sign-in, at and near the limits of the lifetime and of the clock tolerance.
    private static let clocks: [TimeInterval] = [
        -10_000, -1, -0.001, 0, 3, 4.99, 5, 6, 6.99, 7, 9, 12.99, 13, 14, 29.99, 30, 10_000,
    ]

    /// The end of a session that was last used on day 6.
    enum Ending: CaseIterable, Sendable {
        case idleness, signOut
    }

    private func outcome(_ files: SimulatedFileSystem, day: TimeInterval) async -> RestoreOutcome {
        let sessions = FileSessionRepository(folder: Self.folder.on(files))
        let date = Date.stub + day * Self.day
        return await RestoreSession(sessions: .stub(sessions, dates: .constant(date), policy: Self.policy))()
    }

    /// Returns whether a session that was last used at one time is restored at another.
    private static func lasts(usedOn used: TimeInterval, day: TimeInterval) -> Bool {
        day * Self.day >= used * Self.day - policy.clockTolerance && day < used + 7
    }

    @Test(arguments: Ending.allCases)
    func `T2 D13 a session ends by sign-out or by its dates, after crashes and clock changes`(ending: Ending)
        async throws
    {
        let seed = SimulatedFileSystem()
        try await FileSessionRepository(folder: Self.folder.on(seed)).save(.stub())
        // The number of acknowledged steps: 1 after the use of the session on day 6.
        let done = Mutex(0)
        let recorder = CrashRecorder { done.withLock { $0 } }
        let files = SimulatedFileSystem(disk: seed.survivors(.dropAll).disk, hooks: recorder.hooks)

        guard case .restored = await outcome(files, day: 6) else {
            Issue.record("the session has ended too early")
            return
        }
        done.withLock { $0 = 1 }
        switch ending {
        case .idleness: #expect(await outcome(files, day: 14) == .none)
        case .signOut: try await FileSessionRepository(folder: Self.folder.on(files)).clear()
        }

        let policies = CrashPolicy.certain + CrashPolicy.random(Thoroughness.count(1, change: 3, soak: 100), seed: 5)
        for policy in policies {
            for (step, point) in recorder.points.enumerated() {
                // An acknowledged step survives the crash; an unfinished one may or may not have taken effect.
                let possible: [TimeInterval] = point.knowledge == 0 ? [0, 6] : [6]
                for day in Self.clocks {
                    let found = await outcome(SimulatedFileSystem(disk: point.disk.survivor(policy)), day: day)
                    let mayLast = possible.contains { Self.lasts(usedOn: $0, day: day) }
                    #expect(!found.isRestored || mayLast, "\(policy), step \(step), day \(day)")
                }
            }
            for day in Self.clocks {
                let lasts = ending == .idleness && Self.lasts(usedOn: 6, day: day)
                let found = await outcome(files.survivors(policy), day: day)
                #expect(found.isRestored == lasts, "\(policy), day \(day)")
            }
        }
        #expect(recorder.points.contains { $0.knowledge == 0 })
        #expect(recorder.points.contains { $0.knowledge == 1 } == (ending == .signOut), "an expiry writes nothing")
    }

    @Test func `T2 D13 a session never loses the latest time of its use, with any clock changes`() async throws {
        let files = SimulatedFileSystem()
        try await FileSessionRepository(folder: Self.folder.on(files)).save(.stub())
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        var used: TimeInterval = 0
        var endings = 0
        for step in 0..<200 {
            // Eighths of a day are whole seconds, so no limit depends on rounding.
            let day = Double(Int.random(in: -16...320, using: &generator)) / 8
            let found = await outcome(files, day: day)
            let isExpected = Self.lasts(usedOn: used, day: day) && day < 30
            #expect(found.isRestored == isExpected, "step \(step), day \(day), seed \(seed)")
            if found.isRestored { used = max(used, day) } else { endings += 1 }
        }
        #expect(endings > 0, "seed \(seed)")
    }
}

extension RestoreOutcome {
    fileprivate var isRestored: Bool {
        if case .restored = self { true } else { false }
    }
}

/// Tests of the stores while the clock is set forward and back.
@Suite struct ClockStepTests {
    private static let tenYears: TimeInterval = 10 * 365 * 86_400
    private static let steps = [0, tenYears, -1, -tenYears, -tenYears, 1, 2 * tenYears, -1]

    @Test func `D13 clock changes affect no stored account`() async throws {
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

    @Test func `D13 with clock changes, the last saved session is loaded, and a cleared one is not`() async throws {
        let files = SimulatedFileSystem()
        var now = Date.stub
        for (number, step) in Self.steps.enumerated() {
            now += step
            let session = Session.stub(token: AccessToken("token \(number)"), startedAt: now, expiresAt: now + 60)
            let repository = FileSessionRepository(folder: StoreOnSimulation.folder.on(files))
            try await repository.save(session)
            let survivor = FileSessionRepository(folder: StoreOnSimulation.folder.on(files.survivors(.dropAll)))
            #expect(try await survivor.active() == session)
            if number % 2 == 1 {
                try await repository.clear()
                let cleared = FileSessionRepository(folder: StoreOnSimulation.folder.on(files.survivors(.dropAll)))
                #expect(try await cleared.active() == nil)
            }
        }
    }
}
