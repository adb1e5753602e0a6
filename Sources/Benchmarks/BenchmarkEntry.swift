/// One line of a table, as `--json` writes it.
struct BenchmarkEntry: Codable {
    /// What a number was aimed at.
    struct Goal: Codable {
        /// The number that has to be reached, or must not be exceeded.
        let limit: Double

        /// Whether the number must be as large as the limit at least; otherwise it must not be larger.
        let isMinimum: Bool

        let isReached: Bool
    }

    /// The heading above it.
    let section: String

    let name: String

    /// The median where there are several samples.
    let value: Double

    /// The smallest sample, where there are several.
    let least: Double?

    /// The greatest sample, where there are several.
    let greatest: Double?

    /// What is counted; `×` is a ratio within this run.
    let unit: String

    /// How many times ours it is, the median of the rounds, where it stands beside what is ours.
    let ratio: Double?

    let goal: Goal?
}
