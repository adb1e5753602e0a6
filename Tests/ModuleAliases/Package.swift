// swift-tools-version: 6.2

import PackageDescription

// An app that had a module named Domain before it came to depend on AccountFlow. `make aliases` builds it in a place
// where AccountFlow lies beside it.
let package = Package(
    name: "Shop",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../AccountFlow")],
    targets: [
        .target(name: "Domain"),
        .executableTarget(
            name: "Shop",
            dependencies: [
                "Domain",
                .product(name: "Domain", package: "AccountFlow", moduleAliases: ["Domain": "AccountDomain"]),
                .product(name: "Persistence", package: "AccountFlow", moduleAliases: ["Domain": "AccountDomain"]),
            ]
        ),
    ]
)
