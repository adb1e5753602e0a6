// swift-tools-version: 6.2

import PackageDescription

// The graph is a star: every layer depends on Domain alone, and only App sees them all.
// Dependencies are plain strings, so that the manifest can be pruned to one layer below.
let leaves = ["Validation", "Persistence", "Networking", "Presentation"]
let libraries = ["Domain"] + leaves + ["App"]

var targets: [Target] = [.target(name: "Domain")]
targets += leaves.map { .target(name: $0, dependencies: $0 == "Persistence" ? ["Domain", "CSystem"] : ["Domain"]) }
targets += [
    // The C functions that Swift cannot call by their true types.
    .target(name: "CSystem"),
    .target(name: "App", dependencies: ["Domain", "Validation", "Persistence", "Networking", "Presentation"]),
    .executableTarget(
        name: "AccountDemo",
        dependencies: ["App", "Domain", "Networking", "Persistence", "Presentation"]
    ),

    // Contract suites and doubles, for the tests of whoever has a repository, an authority or a transport of their own.
    .target(name: "AccountFlowTesting", dependencies: ["Domain"]),
    .target(name: "AccountFlowTransportTesting", dependencies: ["AccountFlowTesting", "Networking"]),

    // Ratios to floors and peers: swift run -c release Benchmarks
    .executableTarget(
        name: "Benchmarks",
        dependencies: ["App", "Domain", "Networking", "Persistence", "Presentation", "Validation", "CAllocations"]
    ),

    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // What only those tests need that know the server.
    .target(
        name: "ServerSupport",
        dependencies: ["Networking", "AccountFlowTransportTesting"],
        path: "Tests/ServerSupport"
    ),
    // What a test kills while it writes.
    .executableTarget(
        name: "StoreWriter",
        dependencies: ["Persistence", "Domain", "AccountFlowTesting", "TestSupport"],
        path: "Tests/StoreWriter"
    ),
    .testTarget(name: "AccountFlowTestingTests", dependencies: ["AccountFlowTesting", "Domain"]),
    .testTarget(name: "DomainTests", dependencies: ["Domain", "AccountFlowTesting", "TestSupport"]),
    .testTarget(
        name: "ValidationTests",
        dependencies: ["Validation", "Domain", "AccountFlowTesting", "TestSupport", "CAllocations"]
    ),
    .testTarget(
        name: "PersistenceTests",
        dependencies: ["Persistence", "Domain", "AccountFlowTesting", "TestSupport", "StoreWriter"],
        exclude: ["Fixtures", "Snapshots"]
    ),
    .testTarget(
        name: "NetworkingTests",
        dependencies: ["Networking", "Domain", "AccountFlowTesting", "AccountFlowTransportTesting", "TestSupport"],
        exclude: ["Snapshots"]
    ),
    .testTarget(
        name: "PresentationTests",
        dependencies: ["Presentation", "Domain", "AccountFlowTesting", "TestSupport"]
    ),
    .testTarget(
        name: "AppTests",
        dependencies: [
            "App", "Domain", "Validation", "Persistence", "Networking", "Presentation", "AccountFlowTesting",
            "AccountFlowTransportTesting", "TestSupport", "ServerSupport",
        ]
    ),
    .testTarget(
        name: "AccountDemoTests",
        dependencies: [
            "AccountDemo", "App", "Domain", "Networking", "Persistence", "Presentation", "AccountFlowTesting",
            "AccountFlowTransportTesting", "TestSupport", "ServerSupport", "Validation",
        ],
        exclude: ["Snapshots"]
    ),
    .testTarget(name: "ArchitectureTests"),
]

// Only where the Makefile asks for it, because only a compiler flag brings the library that it calls. What an executable
// holds is linked into nothing else, so AccountDemo is a library then, without its main function.
let isFuzzed = Context.environment["FUZZ"] == "1"
if isFuzzed {
    let demo = targets.first { $0.name == "AccountDemo" }
    targets.removeAll { $0.name == "AccountDemo" }
    targets += [
        .target(name: "AccountDemo", dependencies: demo?.dependencies ?? [], exclude: ["AccountDemo.swift"]),
        .target(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
        .executableTarget(
            name: "Fuzzing",
            dependencies: ["CFuzzer", "AccountDemo", "Domain", "Networking", "Persistence", "Validation"],
            path: "Tests/Fuzzing/Fuzzing"
        ),
    ]
}

var products: [Product] = libraries.map { .library(name: $0, targets: [$0]) }
if !isFuzzed { products.append(.executable(name: "account-demo", targets: ["AccountDemo"])) }
// Two modules, so that a layer that stands alone is tested without Networking.
products.append(
    .library(name: "AccountFlowTesting", targets: ["AccountFlowTesting", "AccountFlowTransportTesting"])
)

// Warnings are errors only where the Makefile asks for it: in a package that somebody depends on they would break
// the dependent's build with the first new compiler.
let strict: [SwiftSetting] = Context.environment["STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : []

let settings: [SwiftSetting] =
    strict + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

// URLSessionTransport is for Apple platforms; URLSESSION=1 builds it elsewhere too, for its tests.
let urlSession: [SwiftSetting] = Context.environment["URLSESSION"] == "1" ? [.define("URLSESSION")] : []

for target in targets {
    target.swiftSettings = settings + urlSession
}

// LAYER=Domain keeps that target, its tests and what the two need, and nothing else: proof that a layer
// stands without those above it. A dependent's own LAYER, which names none of these targets, means nothing here.
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
    targets: targets,
    swiftLanguageModes: [.v6]
)
