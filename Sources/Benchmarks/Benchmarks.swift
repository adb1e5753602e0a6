import Foundation

/// Measures what the package costs, beside floors and peers in the same run: `swift run -c release Benchmarks validation`.
@main
enum Benchmarks {
    private enum Scenario: String, CaseIterable {
        case validation
        case http

        func run() async throws {
            switch self {
            case .validation: try ValidationScenario.run()
            case .http: try await HTTPScenario.run()
            }
        }
    }

    static func main() async throws {
        let names = Array(CommandLine.arguments.dropFirst())
        // The scenario of the same beginning starts this program once more.
        if names == [HTTPScenario.serverArgument] { return BareHTTP.serve() }
        let unknown = names.filter { Scenario(rawValue: $0) == nil }
        guard unknown.isEmpty else {
            print("There is no scenario \(unknown.joined(separator: ", ")); there are: ")
            for scenario in Scenario.allCases { print("  \(scenario.rawValue)") }
            exit(64)
        }
        for scenario in Scenario.allCases where names.isEmpty || names.contains(scenario.rawValue) {
            print("== \(scenario.rawValue)")
            try await scenario.run()
        }
    }
}
