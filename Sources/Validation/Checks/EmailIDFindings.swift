import Domain

/// What is wrong with an e-mail address that is an account ID, part by part.
struct EmailIDFindings {
    /// What is wrong with the address as such.
    let address: ValidationIssue?

    /// Whether there is something before the `@` that could be judged.
    private let hasLocal: Bool
    private let length: ValidationIssue?
    private let character: ValidationIssue?
    private let firstDigit: ValidationIssue?

    /// Findings where it cannot be told what is before the `@`.
    init(address: ValidationIssue) {
        self.address = address
        hasLocal = false
        length = nil
        character = nil
        firstDigit = nil
    }

    /// Judges what is before the `@`, which is not empty.
    init(address: ValidationIssue?, local: Substring, bounds: ClosedRange<Int>) {
        self.address = address
        hasLocal = true
        let isPlain = local.utf8.allSatisfy { Self.letters.contains($0) || Self.digits.contains($0) }
        let count = isPlain ? local.utf8.count : local.count
        length =
            if count < bounds.lowerBound {
                .tooShort(minimum: bounds.lowerBound, actual: count)
            } else if count > bounds.upperBound {
                .tooLong(maximum: bounds.upperBound, actual: count)
            } else {
                nil
            }
        character = isPlain ? nil : Self.firstForbidden(in: local)
        firstDigit = local.utf8.first.map(Self.digits.contains) == true ? .startsWithDigit : nil
    }

    /// The first thing wrong, in the order of the parts, or nil where nothing is.
    var first: ValidationIssue? { address ?? length ?? character ?? firstDigit }

    /// The reports of the parts.
    func parts(of requirements: [Requirement]) -> [RuleReport] {
        let outcomes = [
            address.map(RuleReport.Outcome.violated) ?? .satisfied,
            localOutcome(length),
            localOutcome(character),
            localOutcome(firstDigit),
        ]
        return zip(requirements, outcomes).map { RuleReport(requirement: $0, outcome: $1) }
    }

    private func localOutcome(_ issue: ValidationIssue?) -> RuleReport.Outcome {
        guard hasLocal else { return .notEvaluated }
        return issue.map(RuleReport.Outcome.violated) ?? .satisfied
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Finds the first character, in the sense of people, that is not one of `a` to `z` and `0` to `9`.
    private static func firstForbidden(in local: Substring) -> ValidationIssue? {
        for (place, character) in local.enumerated() {
            let octets = character.utf8
            if octets.count == 1, let octet = octets.first, letters.contains(octet) || digits.contains(octet) {
                continue
            }
            return .forbiddenCharacter(first: character, at: place)
        }
        return nil
    }
}
