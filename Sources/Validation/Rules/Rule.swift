public import Domain

/// A requirement for one field of a form, and the check that decides whether a text meets it.
///
/// An app makes its own rule with ``init(_:check:)``, and combines rules with ``all(_:)``, ``inOrder(_:)`` and
/// ``optional(_:)``:
///
/// ```swift
/// extension Rule {
///     static let symbol = Rule(.custom("a symbol, such as ! or #")) { text, _ in
///         text.contains { $0.isSymbol || $0.isPunctuation } ? nil : .custom("Your password needs a symbol.")
///     }
/// }
/// ```
///
/// The report is a tree that also has the satisfied rules, so a checklist can be drawn from it. It has the same shape
/// for every text. No check reads a text above `AccountForm.maximumFieldUTF8Length`: every rule reports
/// `.tooManyBytes` for it.
public struct Rule: Sendable {
    /// A function that returns the issue of a field's text, or nil if the text meets the requirement.
    ///
    /// The second argument is the form with all its fields.
    public typealias Check = @Sendable (_ text: String, _ form: AccountForm) -> ValidationIssue?

    private enum Content: Sendable {
        /// The rule checks the text itself.
        case check(Check)

        /// Every part has to be satisfied.
        case all([Rule])

        /// Every part has to be satisfied; those after a violated one are not evaluated.
        case inOrder([Rule])

        /// The rule is evaluated unless the text is empty.
        indirect case optional(Rule)

        /// The rule is evaluated for the part of an e-mail address before the `@`, if the text has one.
        indirect case local(Rule)
    }

    /// The requirement that a checklist shows.
    public let requirement: Requirement

    private let content: Content

    /// Creates a rule.
    ///
    /// A check may always report the forbidden character. For a secret field, the rule removes it from the issue.
    ///
    /// - Parameters:
    ///   - requirement: The requirement that a checklist shows, such as `.custom("a symbol")`.
    ///   - check: Returns the issue of a text, or nil if there is none. It is called for every change of the form.
    public init(_ requirement: Requirement, check: @escaping Check) {
        self.requirement = requirement
        content = .check(check)
    }

    private init(_ content: Content) {
        requirement = .all
        self.content = content
    }

    // MARK: Combining rules

    /// Returns a rule that requires several independent rules.
    ///
    /// - Parameter rules: The rules, which are evaluated for every text. Without rules, every text is valid.
    /// - Returns: The combined rule.
    public static func all(_ rules: Rule...) -> Rule { Rule(.all(rules)) }

    /// Returns a rule that requires several rules in order, each of which presumes that the earlier ones are satisfied.
    ///
    /// - Parameter rules: The rules. Those after the first violated one are not evaluated.
    /// - Returns: The combined rule.
    public static func inOrder(_ rules: Rule...) -> Rule { Rule(.inOrder(rules)) }

    /// Returns a rule that requires another one unless the field is empty.
    ///
    /// - Parameter rule: The rule, which is not evaluated while the field is empty.
    /// - Returns: The rule that also accepts an empty field.
    public static func optional(_ rule: Rule) -> Rule {
        Rule(.optional(rule))
    }

    /// Returns a rule that applies another one to the part of an e-mail address before the `@`, if there is one.
    static func local(_ rule: Rule) -> Rule { Rule(.local(rule)) }

    // MARK: Evaluation

    /// Evaluates one field of a form.
    ///
    /// - Parameters:
    ///   - form: The form; some rules compare several fields.
    ///   - field: The field to evaluate.
    /// - Returns: The report, with the same parts in the same order for every text.
    public func report(on form: AccountForm, field: AccountField) -> RuleReport {
        report(on: form[field], of: form, isSecret: field.isSecret)
    }

    private func report(on text: String, of form: AccountForm, isSecret: Bool) -> RuleReport {
        switch content {
        case .check(let check):
            guard let issue = Self.sizeIssue(of: text) ?? check(text, form) else {
                return RuleReport(requirement: requirement, outcome: .satisfied)
            }
            return RuleReport(
                requirement: requirement,
                outcome: .violated(isSecret ? issue.withoutCharacter : issue)
            )
        case .all(let rules):
            return RuleReport(ofAll: rules.map { $0.report(on: text, of: form, isSecret: isSecret) })
        case .inOrder(let rules):
            var isViolated = false
            let parts = rules.map { rule in
                guard !isViolated else { return rule.notEvaluated }
                let part = rule.report(on: text, of: form, isSecret: isSecret)
                isViolated = !part.isSatisfied
                return part
            }
            return RuleReport(ofAll: parts)
        case .optional(let rule):
            guard !text.isEmpty else { return RuleReport(ofAll: [rule.notEvaluated]) }
            return RuleReport(ofAll: [rule.report(on: text, of: form, isSecret: isSecret)])
        case .local(let rule):
            guard let local = EmailAddressParts.local(of: text) else { return notEvaluated }
            return rule.report(on: local, of: form, isSecret: isSecret).ofLocalPart
        }
    }

    /// The report of a rule that is not evaluated.
    private var notEvaluated: RuleReport {
        switch content {
        case .check: RuleReport(requirement: requirement, outcome: .notEvaluated)
        case .all(let rules), .inOrder(let rules):
            RuleReport(requirement: requirement, outcome: .notEvaluated, parts: rules.map(\.notEvaluated))
        case .optional(let rule):
            RuleReport(requirement: requirement, outcome: .notEvaluated, parts: [rule.notEvaluated])
        case .local(let rule): rule.notEvaluated.ofLocalPart
        }
    }

    private static func sizeIssue(of text: String) -> ValidationIssue? {
        do throws(ValidationIssue) {
            try AccountForm.checkFieldSize(of: text)
            return nil
        } catch {
            return error
        }
    }
}

extension RuleReport {
    /// Creates the report of a rule whose parts all have to be satisfied.
    fileprivate init(ofAll parts: [RuleReport]) {
        let violation = parts.lazy.map(\.outcome).first { if case .violated = $0 { true } else { false } }
        self.init(requirement: .all, outcome: violation ?? .satisfied, parts: parts)
    }

    /// The report of rules for the part of an e-mail address before the `@`.
    fileprivate var ofLocalPart: RuleReport {
        RuleReport(
            requirement: requirement == .all ? .all : .local(requirement),
            outcome: outcomeOfLocalPart,
            parts: parts.map(\.ofLocalPart)
        )
    }

    private var outcomeOfLocalPart: Outcome {
        if case .violated(let issue) = outcome { .violated(.local(issue)) } else { outcome }
    }
}

extension ValidationIssue {
    /// The issue without the character that was typed.
    fileprivate var withoutCharacter: ValidationIssue {
        switch self {
        case .forbiddenCharacter(_, let position): .forbiddenCharacter(first: nil, at: position)
        case .local(let issue): .local(issue.withoutCharacter)
        default: self
        }
    }
}
