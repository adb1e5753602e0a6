// swift-tools-version: 6.2

import PackageDescription

// The graph is a star: each layer depends on Domain alone, and App depends on all of them.
// Dependencies are plain strings, because LAYER below prunes them.
let leaves = ["Validation", "Persistence", "Networking", "Presentation"]
let libraries = ["Domain"] + leaves + ["App"]

var targets: [Target] = [.target(name: "Domain")]
let shims = [
    "Validation": ["CAccountFlowPasswords"], "Persistence": ["CAccountFlowSystem", "CAccountFlowPostgreSQL"],
    "Networking": ["CAccountFlowCurl"],
]
targets += leaves.map { leaf in
    .target(name: leaf, dependencies: ["Domain"] + (shims[leaf] ?? []).map { .byName(name: $0) })
}
targets += [
    // The C functions that Swift cannot call by their true types. Their names are long, because those of C targets cannot
    // be aliased where two packages have the same.
    .target(name: "CAccountFlowSystem"),
    // A C target, because the Swift array of `.embedInCode` takes the compiler seconds, and `#embed` no time.
    .target(name: "CAccountFlowPasswords", exclude: ["common-passwords.txt"]),
    .target(name: "CAccountFlowCurl"),
    .target(name: "CAccountFlowPostgreSQL"),
    .target(name: "App", dependencies: ["Domain", "Validation", "Persistence", "Networking", "Presentation"]),
    .executableTarget(
        name: "AccountDemo",
        dependencies: ["App", "Domain", "Networking", "Persistence", "Presentation"]
    ),

    // Contract suites and test doubles, also for users of the package.
    .target(name: "AccountFlowTesting", dependencies: ["Domain", "Persistence"]),
    .target(name: "AccountFlowTransportTesting", dependencies: ["AccountFlowTesting", "Networking"]),

    // swift run -c release Benchmarks
    .executableTarget(
        name: "Benchmarks",
        dependencies: [
            "App", "Domain", "Networking", "Persistence", "Presentation", "Validation", "CAccountFlowPostgreSQL",
            "CAllocations", "PostgreSQLSupport",
        ]
    ),

    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // For the tests of App and AccountDemo.
    .target(
        name: "ServerSupport",
        dependencies: ["Networking", "AccountFlowTransportTesting"],
        path: "Tests/ServerSupport"
    ),
    // Real servers of PostgreSQL, for `make test-postgresql`.
    .target(name: "PostgreSQLSupport", dependencies: ["TestSupport"], path: "Tests/PostgreSQLSupport"),
    // A process that a test kills while it writes.
    .executableTarget(
        name: "StoreWriter",
        dependencies: ["Persistence", "Domain", "AccountFlowTesting", "TestSupport"],
        path: "Tests/StoreWriter"
    ),
    // A process that shares a session with others.
    .executableTarget(
        name: "SessionCaller",
        dependencies: ["App", "Domain", "Networking"],
        path: "Tests/SessionCaller"
    ),
    .testTarget(name: "AccountFlowTestingTests", dependencies: ["AccountFlowTesting", "Domain", "Persistence"]),
    .testTarget(name: "DomainTests", dependencies: ["Domain", "Persistence", "AccountFlowTesting", "TestSupport"]),
    .testTarget(
        name: "ValidationTests",
        dependencies: ["Validation", "Domain", "AccountFlowTesting", "TestSupport"]
    ),
    .testTarget(
        name: "PersistenceTests",
        dependencies: [
            "Persistence", "Domain", "AccountFlowTesting", "TestSupport", "PostgreSQLSupport", "StoreWriter",
        ],
        exclude: ["Fixtures", "Snapshots"]
    ),
    .testTarget(
        name: "NetworkingTests",
        dependencies: [
            "Networking", "Domain", "Persistence", "AccountFlowTesting", "AccountFlowTransportTesting", "TestSupport",
        ],
        exclude: ["Snapshots"]
    ),
    .testTarget(
        name: "PresentationTests",
        dependencies: ["Presentation", "Domain", "Persistence", "AccountFlowTesting", "TestSupport"]
    ),
    .testTarget(
        name: "AppTests",
        dependencies: [
            "App", "Domain", "Validation", "Persistence", "Networking", "Presentation", "AccountFlowTesting",
            "AccountFlowTransportTesting", "TestSupport", "ServerSupport", "PostgreSQLSupport", "SessionCaller",
        ]
    ),
    .testTarget(
        name: "AccountDemoTests",
        dependencies: [
            "AccountDemo", "App", "Domain", "Networking", "Persistence", "Presentation", "AccountFlowTesting",
            "AccountFlowTransportTesting", "TestSupport", "ServerSupport", "PostgreSQLSupport", "Validation",
        ],
        exclude: ["Snapshots"]
    ),
    .testTarget(name: "ArchitectureTests"),
]

var products: [Product] = libraries.map { .library(name: $0, targets: [$0]) }
products += [
    .executable(name: "account-demo", targets: ["AccountDemo"]),
    // Two modules, so that most layers are tested without Networking.
    .library(name: "AccountFlowTesting", targets: ["AccountFlowTesting", "AccountFlowTransportTesting"]),
]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

for target in targets {
    target.swiftSettings = settings
}

// LAYER=Domain keeps that target, its tests and their dependencies, and removes the others. A LAYER that names none of
// these targets is ignored: it belongs to a dependent package.
if let layer = Context.environment["LAYER"], targets.contains(where: { $0.name == layer }) {
    var kept: Set<String> = []
    func keep(_ name: String) {
        guard let target = targets.first(where: { $0.name == name }), kept.insert(name).inserted else { return }
        for case .byNameItem(let dependency, _) in target.dependencies { keep(dependency) }
    }
    keep(layer)
    keep(layer + "Tests")
    targets.removeAll { !kept.contains($0.name) }
    let names = ["account-demo": "AccountDemo", "AccountFlowTesting": "AccountFlowTransportTesting"]
    products.removeAll { !kept.contains(names[$0.name] ?? $0.name) }
}

let package = Package(
    name: "AccountFlow",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: products,
    // Off by default: FoundationNetworking lets a server end the process.
    traits: [.trait(name: "URLSession", description: "Builds URLSessionTransport also on Linux, to be tested there.")],
    targets: targets,
    swiftLanguageModes: [.v6]
)
