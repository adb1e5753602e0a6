/// One `import` line of a source file.
struct ImportStatement: Equatable {
    /// The module that is imported.
    let module: String

    /// Whether it is imported with `@testable`.
    var isTestable = false

    /// The conditions of the `#if` blocks around the line, outermost first; `#else` reads as `!(condition)`.
    var conditions: [String] = []

    /// Whether the line stands where a Linux build does not read it, unless it is asked to.
    var isOutsideLinuxBuild: Bool {
        ["canImport(Darwin)", "!(canImport(FoundationEssentials))", "canImport(Darwin) || URLSession"].contains {
            conditions.contains($0)
        }
    }
}
