#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much chance a test tries, as the environment variable `THOROUGHNESS` says.
package enum Thoroughness: String {
    /// What `make test` has time for.
    case quick

    /// What every change has to pass: `make thorough`.
    case change

    /// What is worth an hour of waiting when the store has changed: `make soak`.
    case soak

    package static let current: Thoroughness = {
        let environment = ProcessInfo.processInfo.environment
        guard let name = environment["THOROUGHNESS"] else { return .quick }
        guard let named = Thoroughness(rawValue: name) else { preconditionFailure("THOROUGHNESS=\(name)") }
        return named
    }()

    /// The figure for this run.
    package static func count(_ quick: Int, change: Int, soak: Int) -> Int {
        switch current {
        case .quick: quick
        case .change: change
        case .soak: soak
        }
    }
}
