// swift-tools-version: 6.2

import PackageDescription

// The graph is a star: every layer depends on Domain alone, and only App sees them all.
// Dependencies are plain strings, so that the manifest can be pruned to one layer below.
let leaves = ["Validation", "Persistence", "Networking", "Presentation"]
let libraries = ["Domain"] + leaves + ["App"]

var targets: [Target] = [.target(name: "Domain")]
targets += leaves.map { .target(name: $0, dependencies: ["Domain"]) }
targets += [
    .target(name: "App", dependencies: ["Domain", "Validation", "Persistence", "Networking", "Presentation"]),
    .executableTarget(
        name: "AccountDemo",
        dependencies: ["App", "Domain", "Networking", "Persistence", "Presentation"]
    ),

    // Ratios to floors and peers: swift run -c release Benchmarks
    .executableTarget(
        name: "Benchmarks",
        dependencies: ["App", "Domain", "Networking", "Persistence", "Presentation", "Validation", "CAllocations"]
    ),

    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "TestSupport", dependencies: ["Domain"], path: "Tests/TestSupport"),
    // What a test kills while it writes.
    .executableTarget(
        name: "StoreWriter",
        dependencies: ["Persistence", "Domain", "TestSupport"],
        path: "Tests/StoreWriter"
    ),
    .testTarget(name: "DomainTests", dependencies: ["Domain", "TestSupport"]),
    .testTarget(name: "ValidationTests", dependencies: ["Validation", "Domain", "TestSupport", "CAllocations"]),
    .testTarget(
        name: "PersistenceTests",
        dependencies: ["Persistence", "Domain", "TestSupport", "StoreWriter"],
        exclude: ["Fixtures", "Snapshots"]
    ),
    .testTarget(
        name: "NetworkingTests",
        dependencies: ["Networking", "Domain", "TestSupport"],
        exclude: ["Snapshots"]
    ),
    .testTarget(name: "PresentationTests", dependencies: ["Presentation", "Domain", "TestSupport"]),
    .testTarget(
        name: "AppTests",
        dependencies: ["App", "Domain", "Validation", "Persistence", "Networking", "Presentation", "TestSupport"]
    ),
    .testTarget(
        name: "AccountDemoTests",
        dependencies: ["AccountDemo", "App", "Domain", "Networking", "Persistence", "Presentation", "TestSupport"],
        exclude: ["Snapshots"]
    ),
    .testTarget(name: "ArchitectureTests"),
]

var products: [Product] = libraries.map { .library(name: $0, targets: [$0]) }
products.append(.executable(name: "account-demo", targets: ["AccountDemo"]))

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
// stands without those above it.
if let layer = Context.environment["LAYER"] {
    var kept: Set<String> = []
    func keep(_ name: String) {
        guard let target = targets.first(where: { $0.name == name }), kept.insert(name).inserted else { return }
        for case .byNameItem(let dependency, _) in target.dependencies { keep(dependency) }
    }
    keep(layer)
    precondition(!kept.isEmpty, "LAYER=\(layer): there is no such target")
    keep(layer + "Tests")
    targets.removeAll { !kept.contains($0.name) }
    products.removeAll { !kept.contains($0.name == "account-demo" ? "AccountDemo" : $0.name) }
}

let package = Package(
    name: "AccountFlow",
    platforms: [.macOS(.v15), .macCatalyst(.v18), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: products,
    targets: targets,
    swiftLanguageModes: [.v6]
)
