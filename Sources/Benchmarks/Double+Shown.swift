import Foundation

extension Double {
    /// The number with three digits, or with all that stand before the point.
    var shown: String { String(format: magnitude < 100 ? "%.3g" : "%.0f", self) }
}
