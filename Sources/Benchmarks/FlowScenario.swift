import App
import Domain
import Foundation
import Persistence

/// What whole flows cost on files, from the use case to the medium, beside the hash and the synchronised writes that
/// they cannot do without, and how that grows with the accounts.
///
/// Every flow is a launch of its own: a composition, the files opened anew, and what is asked of it.
struct FlowScenario {
    private var table = Table()
    private let medium: Medium
    private let budgets: [String: FlowBudget]

    /// Flows of which a person may wait for each, in the order in which they are played.
    private enum Flow: String, CaseIterable {
        case signUp = "sign-up"
        case launch = "launch, with a session"
        case signOut = "sign-out"
        case signIn = "sign-in"
        case withdrawal = "withdrawal"

        /// What the flow is called where its budget is.
        var budgetName: String { self == .signUp ? "sign-up, after a relaunch" : rawValue }
    }

    static func run() async throws -> Table {
        let medium = try Medium()
        defer { medium.remove() }
        var scenario = FlowScenario(medium: medium, budgets: try FlowBudget.all())
        var signUps: [Int: Double] = [:]
        for count in [1, 1_000, 100_000] { signUps[count] = try await scenario.play(among: count) }
        scenario.table.section("how a sign-up grows with the accounts")
        if let few = signUps[1], let many = signUps[100_000] {
            scenario.table.goal("sign-up among 100,000 to one among 1", [many / few], atMost: 1.5)
        }
        return scenario.table
    }

    private init(medium: Medium, budgets: [String: FlowBudget]) {
        self.medium = medium
        self.budgets = budgets
    }

    /// Plays all flows among so many accounts.
    ///
    /// - Returns: The median of the sign-ups, in seconds.
    private mutating func play(among count: Int) async throws -> Double {
        table.section("flows with the least costly hash, \(count) accounts, medians of 21")
        let folder = medium.folder()
        try await FileAccountRepository(folder: folder).fill(count)
        let configuration = AppConfiguration(storage: .folder(folder.path), hashingCost: .minimal)
        let hasher = LocalPasswordHasher(cost: .minimal)
        let form = AccountForm([
            .id: "abcdef@gmail.com", .password: "password1", .confirmation: "password1", .nickname: "Kim",
        ])
        var samples: [Flow: [Double]] = [:]
        var floors: [Flow: [Double]] = [:]
        // The first round does not count.
        for _ in 0...21 {
            let hash = try await Self.seconds { _ = try await hasher.hash(Password("password1")) }
            let synchronization = try 1 / medium.appendRate(20, zeros: false)
            for flow in Flow.allCases {
                let elapsed = try await Self.seconds {
                    let app = AppComposition(configuration)
                    switch flow {
                    case .signUp: _ = try await app.signUp(form)
                    case .launch: _ = await app.restoreSession()
                    case .signOut: _ = await app.signOut()
                    case .signIn: _ = try await app.signIn(form)
                    case .withdrawal:
                        guard case .restored(let session) = await app.restoreSession() else {
                            throw POSIXError(.ENOENT)
                        }
                        try await app.withdrawAccount(session)
                    }
                }
                samples[flow, default: []].append(elapsed)
                guard let budget = budgets[flow.budgetName] else { throw POSIXError(.ENOENT) }
                floors[flow, default: []].append(
                    Double(budget.hashes) * hash + Double(budget.synchronizations) * synchronization
                )
            }
        }
        samples = samples.mapValues { Array($0.dropFirst()) }
        floors = floors.mapValues { Array($0.dropFirst()) }
        for flow in Flow.allCases {
            let (taken, floor) = (samples[flow, default: []], floors[flow, default: []])
            table.samples(flow.rawValue, taken.map { $0 * 1e3 }, "ms")
            guard flow != .launch else { continue }
            table.samples("  to its hashes and synchronised writes", zip(taken, floor).map { $0 / $1 }, "×")
        }
        return samples[.signUp, default: []].median
    }

    private static func seconds(_ work: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await work()
        return (clock.now - start).seconds
    }
}
