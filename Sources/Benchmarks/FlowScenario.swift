import App
import Domain
import Foundation
import Persistence
import Validation

/// The cost of complete flows on files, compared with the hashes and synchronised writes that they need.
///
/// It also measures how the cost grows with the number of accounts.
///
/// Each flow is a new launch, which composes the app and opens the files.
struct FlowScenario {
    let table: Table

    /// The flows that a user waits for, in their order.
    private enum Flow: String, CaseIterable {
        case signUp = "sign-up"
        case launch = "launch, with a session"
        case signOut = "sign-out"
        case signIn = "sign-in"
        case accountDeletion = "deletion"

        /// The name of the flow in the file of budgets.
        var budgetName: String { self == .signUp ? "sign-up, after a relaunch" : rawValue }
    }

    /// Files with a number of accounts, and the samples.
    private struct Site {
        let count: Int
        let configuration: AppConfiguration
        var taken = Rounds<Flow, Double>()
        var floors = Rounds<Flow, Double>()
    }

    func run() async throws {
        let disk = try BenchmarkDisk()
        defer { disk.remove() }
        let budgets = try FlowBudget.all()
        var sites: [Site] = []
        for count in [1, 1_000, 100_000] {
            let folder = disk.folder()
            try await FileAccountRepository(folder: folder).fill(count)
            var configuration = AppConfiguration.start
            configuration.storage = .folder(folder.path)
            configuration.hashingCost = .minimal
            sites.append(Site(count: count, configuration: configuration))
        }
        // The first round is a warm-up and is not recorded.
        for _ in 0...21 {
            for place in sites.indices { try await play(&sites[place], budgets, disk) }
        }
        for site in sites { report(site) }
        table.section("how a sign-up grows with the accounts")
        let growth = sites[2].taken[.signUp].ratios(to: sites[0].taken[.signUp])
        table.goal("sign-up among 100,000 to one among 1", growth, atMost: 1.5)
    }

    /// Runs all flows once.
    private func play(_ site: inout Site, _ budgets: [String: FlowBudget], _ disk: BenchmarkDisk) async throws {
        let hasher = LocalPasswordHasher(cost: .minimal)
        let form = AccountForm([
            .id: "abcdef@gmail.com", .password: "password1", .confirmation: "password1", .nickname: "Kim",
        ])
        let clock = ContinuousClock()
        let hash = try await clock.measure { _ = try await hasher.hash(Password("password1")) }.seconds
        let synchronization = try 1 / disk.appendRate(20, zeros: false)
        for flow in Flow.allCases {
            let elapsed = try await clock.measure {
                let app = AppComposition(site.configuration)
                switch flow {
                case .signUp: _ = try await app.signUp(form)
                case .launch: _ = await app.restoreSession()
                case .signOut: _ = await app.signOut()
                case .signIn: _ = try await app.signIn(form)
                case .accountDeletion:
                    guard case .restored(let session) = await app.restoreSession() else { throw POSIXError(.ENOENT) }
                    try await app.deleteAccount(session)
                }
            }
            guard let budget = budgets[flow.budgetName] else { throw POSIXError(.ENOENT) }
            site.taken.add(flow, elapsed.seconds)
            site.floors.add(flow, Double(budget.hashes) * hash + Double(budget.synchronizations) * synchronization)
        }
    }

    private func report(_ site: Site) {
        table.section("flows with the least costly hash, \(site.count) accounts, medians of 21")
        for flow in Flow.allCases {
            let taken = site.taken[flow]
            table.samples(flow.rawValue, taken.map { $0 * 1e3 }, "ms")
            // A launch neither hashes nor synchronises.
            guard flow != .launch else { continue }
            table.samples("  to its hashes and synchronised writes", taken.ratios(to: site.floors[flow]), "×")
        }
    }
}

/// The numbers of hashes and synchronised writes of a flow, from the file that `FlowBudgetTests` uses.
struct FlowBudget {
    let hashes: Int
    let synchronizations: Int

    /// Returns the budgets by the names of the flows.
    static func all() throws -> [String: FlowBudget] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Tests/PersistenceTests/Snapshots/flow-budget.txt")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
            .map { $0.split(separator: "\t") }
        return rows.reduce(into: [:]) { budgets, cells in
            guard cells.count == 4, let synchronizations = Int(cells[1]), let hashes = Int(cells[2]) else { return }
            budgets[String(cells[3])] = FlowBudget(hashes: hashes, synchronizations: synchronizations)
        }
    }
}
