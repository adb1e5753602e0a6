import Foundation

/// The checkout that these tests were compiled from.
enum SourceTree {
    /// The folder that holds `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift files below a folder of the checkout, by path from its root, sorted.
    static func swiftFiles(below folder: String) throws -> [SourceFile] {
        let base = root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path())
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            SourceFile(
                path: folder + "/" + path,
                text: try String(contentsOf: base.appending(path: path), encoding: .utf8)
            )
        }
    }

    /// The names in the top folder that are not hidden.
    static func topLevelNames() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path())
        return Set(names.filter { !$0.hasPrefix(".") })
    }

    /// The text of one file of the checkout.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
