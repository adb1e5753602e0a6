public import Domain

extension Rule {
    /// Every one of several independent rules is satisfied; all of them are put to every text.
    ///
    /// - Parameter rules: The rules; with none of them, every text is satisfying.
    /// - Returns: The rule, with those rules as its parts.
    public static func all(_ rules: Rule...) -> Rule { Rule(.all(rules)) }

    /// Every one of several rules is satisfied, where each makes sense only if those before it are.
    ///
    /// Rules behind the first violated one are not evaluated.
    ///
    /// - Parameter rules: The rules; with none of them, every text is satisfying.
    /// - Returns: The rule, with those rules as its parts.
    public static func inOrder(_ rules: Rule...) -> Rule { Rule(.inOrder(rules)) }

    /// One of several rules is satisfied, or more.
    ///
    /// Reports `.tooFewMet`.
    ///
    /// - Parameter rules: The rules; with none of them, no text is satisfying.
    /// - Returns: The rule, with those rules as its parts.
    public static func any(_ rules: Rule...) -> Rule { Rule(.atLeast(1, rules)) }

    /// So many of several rules are satisfied, or more; all of them are put to every text.
    ///
    /// Reports `.tooFewMet`; what is wrong with single parts is in the tree.
    ///
    /// - Parameters:
    ///   - minimum: How many of the rules; every text is satisfying where it is not positive.
    ///   - rules: The rules; with fewer than `minimum`, no text is satisfying.
    /// - Returns: The rule, with those rules as its parts.
    public static func atLeast(_ minimum: Int, of rules: Rule...) -> Rule { Rule(.atLeast(minimum, rules)) }

    /// A rule is not satisfied.
    ///
    /// A text that is too large for one of the questions in the rule is refused here too, with `.tooManyBytes`. The
    /// report is a leaf.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - issue: What is wrong where the rule is satisfied.
    /// - Returns: The opposite of the rule.
    public static func not(_ rule: Rule, reporting issue: ValidationIssue) -> Rule { Rule(.not(rule, issue)) }

    /// A rule that is put to a field only while a condition holds; otherwise any text is satisfying.
    ///
    /// - Parameters:
    ///   - condition: What has to be so in the form.
    ///   - rule: The rule.
    /// - Returns: The rule, with that rule as its part, which is not evaluated while the condition does not hold.
    public static func when(_ condition: FormCondition, _ rule: Rule) -> Rule { Rule(.when(condition, rule)) }

    /// A rule that is put to a field only when something is typed into it.
    ///
    /// - Parameter rule: The rule.
    /// - Returns: The rule, with that rule as its part, which is not evaluated while the field is empty.
    public static func optional(_ rule: Rule) -> Rule { .when(.isFilled, rule) }
}
