import Foundation

/// Lines of a table with the nanoseconds of a call, and how many times as long the others take.
struct Table {
    private var failures: [String] = []

    /// Whether every goal was reached.
    var missed: [String] { failures }

    /// Prints a heading.
    func section(_ title: String) { print("\n\(title)") }

    /// Prints one measurement.
    func line(_ name: String, _ measurement: Measurement, beside reference: Measurement? = nil) {
        let ratio = reference.map { String(format: "  %7.1f× ours", measurement.ratio(to: $0)) } ?? ""
        print("  " + name.padded(to: 56) + Self.nanoseconds(measurement) + ratio)
    }

    /// Prints a number that nothing is aimed at for.
    func note(_ name: String, _ text: String) { print("  " + name.padded(to: 56) + text) }

    /// Says whether a number is at least, or at most, what was aimed at.
    mutating func goal(_ name: String, _ value: Double, atLeast least: Double) {
        report(name, String(format: "%.2f× (goal ≥ %.2f×)", value, least), isReached: value >= least)
    }

    /// Says whether a number is at most what was aimed at.
    mutating func goal(_ name: String, _ value: Double, atMost most: Double, unit: String) {
        report(name, String(format: "%.0f %@ (goal ≤ %.0f)", value, unit, most), isReached: value <= most)
    }

    /// Says whether a ratio is at most what was aimed at.
    mutating func goal(_ name: String, _ value: Double, atMost most: Double) {
        report(name, String(format: "%.2f× (goal ≤ %.2f×)", value, most), isReached: value <= most)
    }

    private mutating func report(_ name: String, _ text: String, isReached: Bool) {
        print("  \(isReached ? "✔" : "✘") " + name.padded(to: 54) + text)
        if !isReached { failures.append(name) }
    }

    private static func nanoseconds(_ measurement: Measurement) -> String {
        String(format: "%12.1f ns  [%.1f–%.1f]", measurement.median, measurement.least, measurement.greatest)
    }
}

extension String {
    /// The text with spaces behind it, up to a number of characters.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
