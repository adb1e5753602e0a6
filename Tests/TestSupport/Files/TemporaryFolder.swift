package import Foundation

/// A temporary directory of one test, which is removed with the object.
package final class TemporaryFolder: Sendable {
    /// The path of the directory.
    package let path: String

    package init() {
        path = FileManager.default.temporaryDirectory.appending(path: "account-flow-" + UUID().uuidString).path()
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            preconditionFailure("cannot make \(path): \(error)")
        }
    }

    deinit {
        // A directory that cannot be removed stays among the temporary files of the system.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the joined contents of all files in the directory.
    package func contents() throws -> Data {
        try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: Data()) { data, name in
            data.append(FileManager.default.contents(atPath: path + "/" + name) ?? Data())
        }
    }
}
