import AccountFlowTesting
import Domain
import Foundation
import Testing
import TestSupport

/// Tests of everything that changes a session, in orders of steps that seeds determine.
@Suite(.timeLimit(.minutes(60)))
struct InterleavingTests {
    /// The number of seeds for each danger.
    private static let seeds = Thoroughness.count(60, change: 200, soak: 10_000)

    enum Danger: CaseIterable {
        case none, faults, kills, twoProcesses, storeFaults, clocks

        /// The store can only be read for a while.
        case readOnlyStore

        /// Two processes, which are also killed, and whose new versions have new terms.
        case terms

        /// Two processes, and a server that ends the sessions on all devices.
        case devices

        /// Two processes, whose store and server fail.
        case sharedFaults

        var isShared: Bool { [.twoProcesses, .terms, .devices, .sharedFaults].contains(self) }
    }

    @Test(arguments: Danger.allCases)
    func `in any order, nothing of a session is lost, mixed up, stale or revived`(danger: Danger) async {
        var found: [String] = []
        for seed in 0..<UInt64(Self.seeds) where found.count < 3 {
            // Other tests need the thread too.
            await Task.yield()
            let world = Self.run(seed: seed, danger)
            guard let violation = world.violations.first else {
                world.forget()
                continue
            }
            found.append("seed \(seed), \(danger): \(violation)\n" + world.trace.joined(separator: "\n"))
        }
        #expect(found == [])
    }

    @Test(arguments: Danger.allCases)
    func `the same seed gives the same states and requests`(danger: Danger) {
        for seed in 0..<100 as Range<UInt64> {
            let trace = Self.run(seed: seed, danger).trace
            #expect(trace == Self.run(seed: seed, danger).trace)
            #expect(trace != Self.run(seed: seed + 1, danger).trace)
        }
    }

    @Test(arguments: [false, true])
    func `a sign-in that is cancelled at any step begins, or leaves the store as it was`(isRelaunched: Bool) {
        var (step, outcomes) = (0, Set<Bool>())
        while true {
            let world = SessionWorld(seed: UInt64(step), policy: SessionPolicy(lifetime: 150))
            var app = ScheduledApp(world, isAlone: true)
            for account in ["kim", "lee"] {
                app.begin(.signIn, account: account)
                Self.runUntilIdle(world, [app])
            }
            if isRelaunched { app.process.kill() }
            world.clock.advance(by: .seconds(150))
            if isRelaunched { app = ScheduledApp(world, isAlone: true) }
            app.begin(.restore)
            Self.runUntilIdle(world, [app])
            let before = world.stored
            let task = app.begin(.signIn, account: "ann")
            for _ in 0..<step where world.schedule.step() { app.observe() }
            let isWhole = app.running.isEmpty
            task?.cancel()
            Self.runUntilIdle(world, [app])
            let isSignedIn = app.current.state.session != nil
            outcomes.insert(isSignedIn)
            if isSignedIn {
                // After a launch, only the date says that the others have expired.
                let others = isRelaunched ? before.sessions.map(\.accountID) : []
                #expect(
                    world.stored.sessions.map(\.accountID) == others + [.stub("ann")],
                    "cancelled after \(step) steps"
                )
            } else {
                #expect(world.stored == before, "cancelled after \(step) steps")
            }
            #expect(world.violations == [])
            if isWhole { break }
            step += 1
        }
        #expect(step > 8)
        #expect(outcomes == [false, true])
    }

    @Test(arguments: ScheduledApp.Operation.allCases)
    func `beside a sign-in that is cancelled at any step, the state stays that of the store`(
        operation: ScheduledApp.Operation
    ) async {
        for seed in 0..<UInt64(Self.seeds / 4) {
            // Other tests need the thread too.
            await Task.yield()
            let world = SessionWorld(seed: seed)
            let (app, random) = (ScheduledApp(world, isAlone: true), world.schedule.random(below:))
            app.begin(.restore)
            app.begin(.signIn, account: "kim")
            Self.runUntilIdle(world, [app])
            app.begin([.use, .signIn, .signInBriefly][random(3)], account: "lee")
            Self.runUntilIdle(world, [app])
            let task = app.begin(.signIn, account: ["ann", "kim", "lee"][random(3)])
            for _ in 0..<random(30) where world.schedule.step() { app.observe() }
            app.begin(operation)
            for _ in 0..<random(40) where world.schedule.step() { app.observe() }
            task?.cancel()
            Self.runUntilIdle(world, [app])
            Self.finish(world, [app], isAlone: true, areClocksWrong: false)
            guard let violation = world.violations.first else {
                world.forget()
                continue
            }
            Issue.record("seed \(seed): \(violation)\n\(world.trace.joined(separator: "\n"))")
            return
        }
    }

    @Test(arguments: [-3_600, -5, 31] as [Double])
    func `a date that changes while two processes refresh ends no session`(seconds: Double) async {
        for seed in 0..<UInt64(Self.seeds) {
            // Other tests need the thread too.
            await Task.yield()
            let world = SessionWorld(seed: seed)
            let apps = [ScheduledApp(world, isAlone: false), ScheduledApp(world, isAlone: false)]
            apps[0].begin(.signIn, account: "kim")
            Self.runUntilIdle(world, apps)
            apps[1].begin(.restore)
            Self.runUntilIdle(world, apps)
            world.clock.advance(by: .seconds(61))
            for app in apps { app.begin(.use) }
            for _ in 0..<world.schedule.random(below: 12) where world.schedule.step() {}
            world.clock.date += seconds
            Self.runUntilIdle(world, apps)
            for app in apps { app.checkState() }
            if world.stored.sessions.isEmpty { world.violation("the session has ended") }
            guard let violation = world.violations.first else {
                world.forget()
                continue
            }
            Issue.record("seed \(seed): \(violation)\n\(world.trace.joined(separator: "\n"))")
            return
        }
    }

    private static func run(seed: UInt64, _ danger: Danger) -> SessionWorld {
        let world = SessionWorld(
            seed: seed,
            isFaulty: [.faults, .twoProcesses, .sharedFaults].contains(danger),
            isStoreFaulty: [.storeFaults, .sharedFaults].contains(danger),
            scopes: danger == .devices ? Set(SignOutScope.allCases) : [.thisDevice],
            policy: danger == .clocks ? SessionPolicy(idleLifetime: 150) : .untilSignOut
        )
        // What this process shows and ends, a store that fails and other processes may not know.
        let isAlone = !danger.isShared && danger != .storeFaults && danger != .readOnlyStore
        let random = world.schedule.random(below:)
        var terms = danger == .terms ? 1 : nil
        var apps = (0..<(danger.isShared ? 2 : 1)).map { _ in
            ScheduledApp(world, isAlone: isAlone, terms: terms)
        }
        for app in apps { app.begin(.restore) }
        apps[0].begin(.signIn)
        var left = 4 + random(10)
        while left > 0 {
            left -= 1
            // A sign-in takes some thirty steps, so most operations begin while a user is signed in, and some overlap.
            var steps = random(60)
            while steps > 0, advance(world, apps) { steps -= 1 }
            let number = random(apps.count)
            switch random(10) {
            case 0: world.clock.advance(by: .seconds(25 + random(60)))
            case 1 where danger == .clocks:
                world.clock.date += [-400, 400, 0.001, -0.001][random(4)] * 86_400
                world.note("date \(world.clock.date)")
            case 1...3 where danger == .readOnlyStore: world.toggleReadOnly()
            case 1 where danger == .kills || danger == .terms:
                terms = terms.map { $0 + random(2) }
                world.note("kill, terms \(terms ?? 0)")
                apps[number].process.kill()
                apps[number] = ScheduledApp(world, isAlone: isAlone, terms: terms)
                apps[number].begin(.restore)
            default:
                let all = ScheduledApp.Operation.allCases
                apps[number].begin(all[random(all.count)])
            }
        }
        // What one process stores late, another one finds out afterwards.
        let rounds = danger == .sharedFaults ? 2 : 1
        finish(world, apps, isAlone: isAlone, areClocksWrong: danger == .clocks, terms: terms, rounds: rounds)
        return world
    }

    /// Runs a step, and returns whether there was one; waits for a claim are steps too.
    private static func advance(_ world: SessionWorld, _ apps: [ScheduledApp]) -> Bool {
        guard world.schedule.step() else {
            guard world.clock.sleeperCount > 0 else { return false }
            world.clock.advance(by: .milliseconds(100))
            return true
        }
        for app in apps { app.observe() }
        return true
    }

    private static func runUntilIdle(_ world: SessionWorld, _ apps: [ScheduledApp]) {
        while advance(world, apps) {}
        for app in apps {
            for operation in app.running { world.violation("\(operation) never ends") }
        }
    }

    private static func finish(
        _ world: SessionWorld,
        _ apps: [ScheduledApp],
        isAlone: Bool,
        areClocksWrong: Bool,
        terms: Int? = nil,
        rounds: Int = 1
    ) {
        runUntilIdle(world, apps)
        world.note("finish")
        world.endFaults()
        if !isAlone || areClocksWrong {
            for app in repeatElement(apps, count: rounds).joined() {
                app.begin(.restore)
                runUntilIdle(world, apps)
                app.beginList()
                runUntilIdle(world, apps)
            }
        }
        for app in apps { app.checkState() }
        // Killed processes leave claims. The end of all sessions waits for a refresh for an hour more.
        world.clock.advance(by: .seconds(world.scopes.contains(.everywhere) ? 3_631 : 31))
        for app in apps {
            app.begin(.deliver)
            runUntilIdle(world, apps)
            app.beginList()
            runUntilIdle(world, apps)
            if app.pendingCount != 0 { world.violation("\(app.pendingCount ?? -1) sign-outs are pending") }
        }
        world.checkTokens(inMemory: apps.reduce(into: []) { $0.formUnion($1.listed) })

        world.note("relaunch")
        for app in apps { app.process.kill() }
        let next = ScheduledApp(world, isAlone: true, terms: terms)
        next.begin(.restore)
        runUntilIdle(world, [next])
        next.beginList()
        runUntilIdle(world, [next])
        next.checkState()
        next.begin(.signOutAll)
        runUntilIdle(world, [next])
        next.begin(.deliver)
        runUntilIdle(world, [next])
        if world.stored != StoredSessions() { world.violation("the store is not empty in the end") }
        world.checkTokens(inMemory: [])
    }
}
