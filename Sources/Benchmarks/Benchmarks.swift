import Foundation

/// Measures what the package costs, beside floors and peers in the same run: `swift run -c release Benchmarks validation`.
///
/// It exits with 1 where a goal was missed.
@main
enum Benchmarks {
    private static let scenarios: [(name: String, run: @Sendable () async throws -> [String])] = [
        ("validation", { try ValidationScenario.run() }),
        ("store", { try await StoreScenario.run() }),
    ]

    static func main() async throws {
        let names = Array(CommandLine.arguments.dropFirst())
        if names.first == "store-memory" { return try await StoreScenario.memory(Array(names.dropFirst())) }
        let unknown = names.filter { name in !scenarios.contains { $0.name == name } }
        guard unknown.isEmpty else {
            print("There is no scenario \(unknown.joined(separator: ", ")); there are: ")
            for scenario in scenarios { print("  \(scenario.name)") }
            exit(64)
        }
        var missed: [String] = []
        for scenario in scenarios where names.isEmpty || names.contains(scenario.name) {
            print("== \(scenario.name)")
            missed += try await scenario.run()
        }
        if !missed.isEmpty { exit(1) }
    }
}
