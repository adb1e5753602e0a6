import Persistence

/// What has become of the lines that were read.
struct ImportSummary: Equatable, Sendable {
    /// A line that is no account.
    struct InvalidLine: Equatable, Sendable {
        /// Which line it is, counting from 1.
        let number: Int

        let failure: AccountLine.Failure
    }

    /// How many invalid lines are told of, each by its number.
    static let maximumTold = 100

    /// How many lines were looked at, empty ones included.
    var lines = 0

    /// How many accounts were added.
    var imported = 0

    /// How many accounts were left out because their ID is taken.
    var skipped = 0

    /// How many lines are no accounts.
    var invalid = 0

    /// The first of those.
    var invalidLines: [InvalidLine] = []

    mutating func note(_ line: InvalidLine) {
        invalid += 1
        if invalidLines.count < Self.maximumTold { invalidLines.append(line) }
    }
}
