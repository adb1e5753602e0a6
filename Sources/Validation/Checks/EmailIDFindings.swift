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
    init(
        address: ValidationIssue?,
        local: Slice<UnsafeBufferPointer<UInt8>>,
        grammar: EmailGrammar,
        isSecret: Bool
    ) {
        self.address = address
        hasLocal = true
        var count = local.count
        if local.allSatisfy(grammar.inner.contains) {
            character = nil
        } else {
            let text = String(decoding: local, as: UTF8.self)
            character = text.firstCharacter(outside: grammar.inner, isSecret: isSecret)
            count = text.count
        }
        length =
            if count < grammar.length.lowerBound {
                .tooShort(minimum: grammar.length.lowerBound, actual: count)
            } else if count > grammar.length.upperBound {
                .tooLong(maximum: grammar.length.upperBound, actual: count)
            } else {
                nil
            }
        firstDigit = local.first.map(ASCIISet.digits.contains) == true ? .startsWithDigit : nil
    }

    /// Hands over all that is wrong, in the order of the parts.
    func forEach(_ body: (ValidationIssue) -> Void) {
        if let address { body(address) }
        if let length { body(length) }
        if let character { body(character) }
        if let firstDigit { body(firstDigit) }
    }

    /// The first thing wrong, in the order of the parts, or nil where nothing is.
    var first: ValidationIssue? { address ?? length ?? character ?? firstDigit }

    /// The reports of the parts.
    func parts(of requirements: [Requirement]) -> [RuleReport] {
        requirements.enumerated().map { place, requirement in
            let outcome =
                switch place {
                case 0: address.map(RuleReport.Outcome.violated) ?? .satisfied
                case 1: localOutcome(length)
                case 2: localOutcome(character)
                default: localOutcome(firstDigit)
                }
            return RuleReport(requirement: requirement, outcome: outcome)
        }
    }

    private func localOutcome(_ issue: ValidationIssue?) -> RuleReport.Outcome {
        guard hasLocal else { return .notEvaluated }
        return issue.map(RuleReport.Outcome.violated) ?? .satisfied
    }
}
