import Foundation

/// Measures what the package costs, beside floors and peers in the same run: `swift run -c release Benchmarks validation`.
///
/// It exits with 1 where a goal was missed.
@main
enum Benchmarks {
    private enum Scenario: String, CaseIterable {
        case validation
        case store
        case http
        case observable

        /// Runs the scenario.
        ///
        /// - Returns: The goals that were missed.
        func run() async throws -> [String] {
            switch self {
            case .validation: try ValidationScenario.run()
            case .store: try await StoreScenario.run()
            case .http: try await HTTPScenario.run()
            case .observable: await ObservableScenario.run()
            }
        }
    }

    static func main() async throws {
        let names = Array(CommandLine.arguments.dropFirst())
        // Scenarios of the same beginning start this program once more.
        if names.first == "store-memory" { return try await StoreScenario.memory(Array(names.dropFirst())) }
        if names == [HTTPScenario.serverArgument] { return BareHTTP.serve() }
        let unknown = names.filter { Scenario(rawValue: $0) == nil }
        guard unknown.isEmpty else {
            print("There is no scenario \(unknown.joined(separator: ", ")); there are: ")
            for scenario in Scenario.allCases { print("  \(scenario.rawValue)") }
            exit(64)
        }
        var missed: [String] = []
        for scenario in Scenario.allCases where names.isEmpty || names.contains(scenario.rawValue) {
            print("== \(scenario.rawValue)")
            missed += try await scenario.run()
        }
        if !missed.isEmpty { exit(1) }
    }
}
