/// The modules that each target may import.
struct LayerGraph {
    /// The package's own modules, by importing target.
    let allowed: [String: Set<String>]

    /// The modules of the toolchain, by importing target.
    let toolchain: [String: Set<String>]

    /// The graph of this package.
    static let accountFlow: LayerGraph = {
        let all: Set<String> = ["Domain", "Validation", "Persistence", "Networking", "Presentation"]
        let testing: Set<String> = ["Domain", "Persistence", "AccountFlowTesting", "TestSupport"]
        let system: Set<String> = ["Dispatch", "Synchronization", "Glibc", "Musl", "Android", "Darwin"]
        return LayerGraph(
            allowed: [
                "Domain": [],
                "Validation": ["Domain", "CAccountFlowPasswords"],
                "Persistence": ["Domain", "CAccountFlowSystem", "CAccountFlowPostgreSQL"],
                "CAccountFlowPasswords": [],
                "CAccountFlowSystem": [],
                "CAccountFlowCurl": [],
                "CAccountFlowPostgreSQL": [],
                "Networking": ["Domain", "CAccountFlowCurl"],
                "Presentation": ["Domain"],
                "App": all,
                "AccountDemo": ["App", "Domain", "Networking", "Persistence", "Presentation"],
                "Benchmarks": [
                    "App", "Domain", "Networking", "Persistence", "Presentation", "Validation",
                    "CAccountFlowPostgreSQL", "CAllocations", "PostgreSQLSupport",
                ],
                "CAllocations": [],
                "AccountFlowTesting": ["Domain", "Persistence"],
                "AccountFlowTransportTesting": ["AccountFlowTesting", "Domain", "Networking"],
                "TestSupport": [],
                "ServerSupport": ["AccountFlowTransportTesting", "Networking"],
                "PostgreSQLSupport": ["TestSupport"],
                "StoreWriter": testing,
                "SessionCaller": ["App", "Domain", "Networking"],
                "AccountFlowTestingTests": testing,
                "DomainTests": testing,
                "ValidationTests": testing.union(["Validation"]),
                "PersistenceTests": testing.union(["PostgreSQLSupport", "StoreWriter"]),
                "NetworkingTests": testing.union(["Networking", "AccountFlowTransportTesting"]),
                "PresentationTests": testing.union(["Presentation"]),
                "AppTests": all.union(testing).union([
                    "AccountFlowTransportTesting", "App", "PostgreSQLSupport", "ServerSupport", "SessionCaller",
                ]),
                "AccountDemoTests": testing.union([
                    "AccountDemo", "AccountFlowTransportTesting", "App", "Networking", "Persistence", "Presentation",
                    "PostgreSQLSupport", "ServerSupport", "Validation",
                ]),
                "Fuzzing": ["AccountDemo", "CFuzzer", "Domain", "Networking", "Persistence", "Validation"],
                "ArchitectureTests": [],
            ],
            toolchain: [
                "Domain": ["FoundationEssentials", "Swift", "Synchronization"],
                "Validation": ["Synchronization"],
                "Persistence": system.union(["CommonCrypto", "FoundationEssentials", "Security"]),
                "Networking": system.union(["FoundationEssentials"]),
                "Presentation": ["FoundationEssentials", "Observation", "Synchronization"],
                "App": system.union(["FoundationEssentials"]),
                "AccountDemo": system.union(["FoundationEssentials"]),
                "AccountFlowTesting": ["FoundationEssentials", "Synchronization", "Testing"],
                "AccountFlowTransportTesting": system.union(["Foundation", "Testing"]),
                "Benchmarks": system.union(["Foundation", "FoundationNetworking", "Observation"]),
            ]
        )
    }()

    /// Returns the violations in the imports of a file, one message for each.
    func violations(in file: SourceFile) -> [String] {
        guard let own = allowed[file.target] else { return ["\(file.path): the graph has no target \(file.target)"] }
        let isTest = file.path.hasPrefix("Tests/")
        return file.imports.compactMap { line in
            if line.isTestable { return "\(file.path): @testable import \(line.module)" }
            if allowed.keys.contains(line.module) {
                return own.contains(line.module) ? nil : "\(file.path): \(file.target) must not see \(line.module)"
            }
            // Tests may import any module of the toolchain.
            if isTest || toolchain[file.target, default: []].contains(line.module) { return nil }
            if ["Foundation", "FoundationNetworking"].contains(line.module), line.isOutsideLinuxBuild { return nil }
            return "\(file.path): \(file.target) must not import \(line.module)"
        }
    }
}
