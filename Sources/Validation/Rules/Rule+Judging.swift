import Domain

extension Rule {
    /// Judges a field without making a tree, and adds what is wrong to what was found before.
    ///
    /// The findings are the issues that the tree would have. The text of the field is handed over, because to take it
    /// out of the form for each rule would take longer than many rules; it is folded where somebody has done that
    /// already.
    @inline(__always)
    func judge(
        _ text: String,
        _ form: AccountForm,
        _ field: AccountField,
        folded: UnsafeBufferPointer<UInt8>?,
        _ findings: inout Findings
    ) -> Bool {
        if content.hasShortcut {
            switch content.shortcut.verdict(on: text) {
            case .accepted: return true
            case .refused: if !findings.areWanted { return false }
            case .undecided: break
            }
        }
        return judgeByTree(text, form, field, folded: folded, &findings)
    }

    @inline(never)
    private func judgeByTree(
        _ text: String,
        _ form: AccountForm,
        _ field: AccountField,
        folded: UnsafeBufferPointer<UInt8>?,
        _ findings: inout Findings
    ) -> Bool {
        switch content.check {
        case .leaf(let leaf):
            guard let issue = leaf.issue(in: text, of: form, field: field, folded: folded) else { return true }
            findings.add(issue, in: field)
            return false
        case .emailID(let check):
            let found = check.findings(in: text, isSecret: field.isSecret)
            found.forEach { findings.add($0, in: field) }
            return found.first == nil
        case .all(let rules):
            return withFolded(text, folded) { folded in
                var isSatisfied = true
                for rule in rules where !rule.judge(text, form, field, folded: folded, &findings) {
                    isSatisfied = false
                    if !findings.areWanted { break }
                }
                return isSatisfied
            }
        case .inOrder(let rules):
            return rules.allSatisfy { $0.judge(text, form, field, folded: folded, &findings) }
        case .atLeast(let minimum, let rules):
            let met = rules.count { $0.accepts(form, field: field) }
            if met >= minimum { return true }
            findings.add(.tooFewMet(minimum: minimum, actual: met, of: rules.count), in: field)
            return false
        case .not(let rule, let issue):
            guard let issue = Self.violation(ofNot: rule, reporting: issue, in: form, field: field) else { return true }
            findings.add(issue, in: field)
            return false
        case .when(let condition, let rule):
            return !condition.holds(in: form, field: field) || rule.judge(text, form, field, folded: folded, &findings)
        }
    }

    /// What is wrong with a text that must not do what a rule asks, or nil.
    static func violation(
        ofNot rule: Rule,
        reporting issue: ValidationIssue,
        in form: AccountForm,
        field: AccountField
    ) -> ValidationIssue? {
        // What is too large to be looked at is refused by every rule, and not accepted for it.
        rule.accepts(form, field: field) ? issue : rule.report(on: form, field: field).sizeIssue
    }

    /// Folds a text once for parts that would each do it by themselves.
    func withFolded<Answer>(
        _ text: String,
        _ folded: UnsafeBufferPointer<UInt8>?,
        _ body: (UnsafeBufferPointer<UInt8>?) -> Answer
    ) -> Answer {
        guard content.foldsForParts, folded == nil, text.utf8.count <= AccountForm.maximumFieldUTF8Length else {
            return body(folded)
        }
        return FoldedText.withBytes(of: text) { body($0) }
    }
}

extension RuleReport {
    /// The first leaf's issue that is about the size of the text, or nil.
    fileprivate var sizeIssue: ValidationIssue? {
        if case .violated(let issue) = outcome, case .tooManyBytes = issue { return issue }
        for part in parts {
            if let issue = part.sizeIssue { return issue }
        }
        return nil
    }
}
