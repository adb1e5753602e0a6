#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date {
    /// A moment of a test's own making; the fraction makes sure that stores keep all of it.
    public static let stub = Date(timeIntervalSinceReferenceDate: 785_000_000.123_456_7)
}
