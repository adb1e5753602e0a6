#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Date {
    /// A moment of a test's own making; the fraction makes sure that stores keep all of it.
    package static let stub = Date(timeIntervalSinceReferenceDate: 785_000_000.123_456_7)
}
