/// What a rule asks of a text, as far as it can be decided by one look at each byte.
///
/// Nearly every text that is typed is ASCII. A shortcut decides on those without walking through the tree of the
/// rule; where it cannot, the tree does. It never decides otherwise than the tree would.
enum Shortcut: Hashable, Sendable {
    enum Verdict {
        case accepted, refused, undecided
    }

    /// The rule asks for nothing that bytes could show.
    case none

    /// The rule asks for a number of characters, and for which ones.
    case plain(PlainShortcut)

    /// The rule asks for an e-mail address of so many bytes at most, and for nothing else.
    case email(EmailGrammar, maximumUTF8Length: Int)

    @inline(__always)
    func verdict(on text: String) -> Verdict {
        switch self {
        case .none: .undecided
        case .plain(let plain):
            text.utf8.withContiguousStorageIfAvailable { plain.verdict(on: $0) } ?? .undecided
        case .email(let grammar, let maximumUTF8Length):
            text.utf8.withContiguousStorageIfAvailable { bytes in
                bytes.count > maximumUTF8Length ? .undecided : grammar.accepts(bytes) ? .accepted : .refused
            } ?? .undecided
        }
    }

    /// What two rules ask together.
    func and(_ other: Shortcut) -> Shortcut {
        switch (self, other) {
        case (.plain(let left), .plain(let right)): .plain(left.and(right))
        case (.plain(let plain), .email(let grammar, let maximum)),
            (.email(let grammar, let maximum), .plain(let plain)):
            // An address has no control characters and is not empty. More than that is not asked in one pass.
            plain.isSubsumed(by: grammar)
                ? .email(grammar, maximumUTF8Length: min(maximum, plain.maximumUTF8Length)) : .none
        case (.none, _), (_, .none), (.email, .email): .none
        }
    }
}
