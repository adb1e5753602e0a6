import AccountFlowTesting
import Domain
import Foundation
import Testing
import TestSupport

/// Tests of processes that are killed at every step of a refresh and of a sign-out.
///
/// The server knows a replaced refresh token as one of its session; with another server, the tokens of a lost answer
/// stay valid.
@Suite(.timeLimit(.minutes(60)))
struct SessionCrashTests {
    /// The number of seeds for each work.
    private static let seeds = UInt64(Thoroughness.count(5, change: 300, soak: 1_000))

    enum Work: CaseIterable {
        case refresh, signOut, refreshThenSignOut, signOutAll
    }

    @Test(arguments: Work.allCases)
    func `after a crash at any step, a sign-out holds, and the server ends each session once`(work: Work) async {
        var found: [String] = []
        for seed in 0..<Self.seeds where found.count < 3 {
            // Other tests need the thread too.
            await Task.yield()
            var step = 0
            var isWhole = false
            while !isWhole, found.count < 3 {
                let world = SessionWorld(seed: seed, isForgiving: true)
                isWhole = Self.run(work, in: world, until: step)
                if let violation = world.violations.first {
                    found.append("seed \(seed), step \(step): \(violation)\n" + world.trace.joined(separator: "\n"))
                }
                step += 1
            }
            if step < 8 { found.append("seed \(seed) ended after \(step) steps") }
        }
        #expect(found == [])
    }

    /// Kills a process after a number of steps, and returns whether it had nothing left to do.
    private static func run(_ work: Work, in world: SessionWorld, until last: Int) -> Bool {
        let app = ScheduledApp(world, isAlone: true)
        app.begin(.signIn, account: "kim")
        runUntilIdle(world, app)
        if work == .signOutAll {
            app.begin(.signInBriefly, account: "lee")
            runUntilIdle(world, app)
            app.begin(.signIn, account: "ann")
            runUntilIdle(world, app)
        }
        let sessions = world.liveCount
        world.clock.advance(by: .seconds(60))
        if work == .refresh || work == .refreshThenSignOut { app.begin(.use) }
        if work == .signOut || work == .refreshThenSignOut { app.begin(.signOut) }
        if work == .signOutAll { app.begin(.signOutAll) }
        for _ in 0..<last where world.schedule.step() { app.observe() }
        let isWhole = app.running.isEmpty
        app.process.kill()
        let isSignedOut = app.current.state.session == nil

        // A temporary session ends with its process, and the server does not learn of it then.
        let briefly = work == .signOutAll ? 1 : 0
        let next = ScheduledApp(world, isAlone: true)
        world.clock.advance(by: .seconds(31))
        next.begin(.restore)
        runUntilIdle(world, next)
        if isSignedOut, next.current.state.session != nil { world.violation("the sign-out is undone") }
        if next.current.state.session != nil {
            next.begin(.use)
            runUntilIdle(world, next)
            if next.current.state.session == nil { world.violation("the crash ended the session") }
        }
        next.begin(.signOutAll)
        runUntilIdle(world, next)
        next.begin(.deliver)
        runUntilIdle(world, next)
        if world.stored != StoredSessions() { world.violation("the store is not empty") }
        if world.liveCount > briefly { world.violation("\(world.liveCount) sessions are live") }
        if world.endings.contains(where: { $0 != 1 }) || world.endings.count + world.liveCount != sessions {
            world.violation("the sessions ended \(world.endings) times")
        }
        return isWhole
    }

    private static func runUntilIdle(_ world: SessionWorld, _ app: ScheduledApp) {
        while true {
            if world.schedule.step() {
                app.observe()
            } else if world.clock.sleeperCount > 0 {
                world.clock.advance(by: .milliseconds(100))
            } else {
                break
            }
        }
        for operation in app.running { world.violation("\(operation) never ends") }
    }
}
