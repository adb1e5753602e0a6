package import Foundation

/// A folder of a test's own, which is removed with the value.
package final class TemporaryFolder: Sendable {
    /// Where the folder is.
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
        // What cannot be removed stays in the system's own temporary folder and harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Everything in the files below the folder, one after the other.
    package func contents() throws -> Data {
        try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: Data()) { data, name in
            data.append(FileManager.default.contents(atPath: path + "/" + name) ?? Data())
        }
    }
}
