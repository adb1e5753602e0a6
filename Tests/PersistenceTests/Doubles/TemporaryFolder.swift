import Persistence

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder that goes away, with all that is in it, when the last reference does.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = "/tmp/account-flow-tests-" + String(UInt64.random(in: .min ... .max), radix: 36)
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            preconditionFailure("cannot make \(path): \(error)")
        }
    }

    deinit {
        // What a test leaves behind harms no other.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The folder for stores inside, which does not exist yet.
    var stores: StoreFolder { StoreFolder(path: path + "/stores", lockWait: .seconds(20)) }
}
