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
}
