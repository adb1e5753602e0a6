// swift-tools-version: 6.2

import PackageDescription

// A package of its own, because only libFuzzer's compiler flag makes it link; .ci/fuzz builds it. `Sources` is a link to
// the sources of AccountFlow: the parsers have `package` access, so they are compiled within this package. AccountDemo
// is a library here, without its main function.
let layers = ["Validation", "Persistence", "Networking", "Presentation"]
var targets: [Target] = [.target(name: "Domain")]
let shims = ["CAccountFlowPasswords", "CAccountFlowSystem", "CAccountFlowCurl", "CAccountFlowPostgreSQL"]
targets += layers.map { .target(name: $0, dependencies: ["Domain"] + shims.map { .byName(name: $0) }) }
targets += [
    .target(name: "CAccountFlowPasswords", exclude: ["common-passwords.txt"]),
    .target(name: "CAccountFlowSystem"),
    .target(name: "CAccountFlowCurl"),
    .target(name: "CAccountFlowPostgreSQL"),
    .target(name: "App", dependencies: ["Domain", "Validation", "Persistence", "Networking", "Presentation"]),
    .target(
        name: "AccountDemo",
        dependencies: ["App", "Domain", "Networking", "Persistence", "Presentation"],
        exclude: ["AccountDemo.swift"]
    ),
    .target(name: "CFuzzer", path: "CFuzzer"),
    .executableTarget(
        name: "Fuzzing",
        dependencies: ["CFuzzer", "AccountDemo", "Domain", "Networking", "Persistence", "Validation"],
        path: "Fuzzing"
    ),
]

for target in targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "Fuzzing", targets: ["Fuzzing"])],
    targets: targets,
    swiftLanguageModes: [.v6]
)
