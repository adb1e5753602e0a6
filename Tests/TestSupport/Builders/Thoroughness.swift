#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The length of randomised tests, set by the environment variable `THOROUGHNESS`.
package enum Thoroughness: String {
    /// The length in `make test`.
    case quick

    /// The length in `make thorough`, which every change has to pass.
    case change

    /// The length in `make soak`.
    case soak

    package static let current: Thoroughness = {
        let environment = ProcessInfo.processInfo.environment
        guard let name = environment["THOROUGHNESS"] else { return .quick }
        guard let named = Thoroughness(rawValue: name) else { preconditionFailure("THOROUGHNESS=\(name)") }
        return named
    }()

    /// Returns the number for the current length.
    package static func count(_ quick: Int, change: Int, soak: Int) -> Int {
        switch current {
        case .quick: quick
        case .change: change
        case .soak: soak
        }
    }
}
