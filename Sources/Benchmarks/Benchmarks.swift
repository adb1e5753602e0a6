import Foundation

/// A program that measures the cost of the package, compared with floors and peers in the same run.
///
///     swift run -c release Benchmarks [--json FILE] [SCENARIO …]
///     swift run -c release Benchmarks plot FILE.json FILE.svg
///
/// Without a name, or with `all`, it runs every scenario. It exits with 1 if a goal is missed.
@main
enum Benchmarks {
    private enum Scenario: String, CaseIterable {
        case observable
        case validation
        case store
        case http
        case codec
        case description
        case session
        case flow
        case postgresql

        func run(_ table: Table) async throws {
            switch self {
            case .observable: await ObservableScenario(table: table).run()
            case .validation: try ValidationScenario(table: table).run()
            case .store: try await StoreScenario(table: table).run()
            case .http: try await HTTPScenario.run(table)
            case .codec: CodecScenario(table: table).run()
            case .description: try DescriptionScenario(table: table).run()
            case .session: try await SessionScenario(table: table).run()
            case .flow: try await FlowScenario(table: table).run()
            case .postgresql:
                #if canImport(PostgreSQLSupport)
                try await PostgreSQLScenario(table: table).run()
                #else
                table.section("skipped, because this platform starts no servers")
                #endif
            }
        }
    }

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        // Scenarios also start this program in a new process, with their own arguments.
        if arguments.first == StoreScenario.memoryArgument {
            return try await StoreScenario.memory(Array(arguments.dropFirst()))
        }
        #if canImport(PostgreSQLSupport)
        if arguments.first == PostgreSQLScenario.memoryArgument {
            return try await PostgreSQLScenario.memory(Array(arguments.dropFirst()))
        }
        #endif
        if arguments == [HTTPScenario.serverArgument] { return BareHTTP.serve() }
        if arguments.first == "plot", arguments.count == 3 {
            do {
                let plot = GoalPlot(report: try BenchmarkReport(contentsOf: arguments[1]))
                return try Data(plot.svg.utf8).write(to: URL(filePath: arguments[2]))
            } catch {
                print("\(arguments[1]) cannot be drawn to \(arguments[2]): \(error)")
                exit(1)
            }
        }
        var file: String?
        if let option = arguments.firstIndex(of: "--json") {
            guard option + 1 < arguments.count else { return refuse("--json names no file") }
            file = arguments[option + 1]
            arguments.removeSubrange(option...option + 1)
        }
        let unknown = arguments.filter { $0 != "all" && Scenario(rawValue: $0) == nil }
        guard unknown.isEmpty else { return refuse("There is no scenario \(unknown.joined(separator: ", "))") }
        let isWhole = arguments.isEmpty || arguments.contains("all")
        do {
            try await run(Scenario.allCases.filter { isWhole || arguments.contains($0.rawValue) }, to: file)
        } catch {
            print("Nothing more is measured: \(error)")
            exit(70)
        }
    }

    private static func run(_ scenarios: [Scenario], to file: String?) async throws {
        var report = BenchmarkReport()
        // The file is written once before the measurements, so that an invalid path is reported at once.
        if let file { try report.write(to: file) }
        var missed: [String] = []
        for scenario in scenarios {
            print("== \(scenario.rawValue)")
            let table = Table()
            try await scenario.run(table)
            report.scenarios.append(BenchmarkReport.Scenario(name: scenario.rawValue, entries: table.entries))
            missed += table.missed.map { "\(scenario.rawValue): \($0)" }
        }
        if let file { try report.write(to: file) }
        print("\n" + (missed.isEmpty ? "Every goal was reached." : "Missed:\n  " + missed.joined(separator: "\n  ")))
        if !missed.isEmpty { exit(1) }
    }

    private static func refuse(_ reason: String) {
        print("\(reason); there are:")
        for scenario in Scenario.allCases { print("  \(scenario.rawValue)") }
        print("  all")
        exit(64)
    }
}
