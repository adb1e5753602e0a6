extension [Double] {
    /// The sample in the middle: what is shown and judged wherever there are several.
    var median: Double { quantile(0.5) }

    /// The sample that a part of all is not above; no number where there is none.
    func quantile(_ part: Double) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(part * Double(count)))]
    }

    /// How many times as much as others, round by round.
    func ratios(to others: [Double]) -> [Double] { zip(self, others).map { $0 / $1 } }
}
