import Domain

/// The errors that a screen with a form shows, for a screen reader.
public struct FormErrors: Hashable, Sendable {
    private let message: String?
    private let fields: [AccountField]
    private let hints: [AccountField: String]

    init(message: String?, hints: [(field: AccountField, hint: String?)]) {
        self.message = message
        fields = hints.map(\.field)
        self.hints = Dictionary(uniqueKeysWithValues: hints.compactMap { field, hint in hint.map { (field, $0) } })
    }

    /// Returns what a screen reader has to announce after a change, in one piece: a second announcement would interrupt
    /// the first.
    ///
    /// A field whose hint changes at a key press is not announced again.
    ///
    /// - Parameter earlier: The errors before the change.
    /// - Returns: A new message about the submission, and the hints of the fields that had none, in the order of the
    ///   fields; nil if there is none.
    public func announcement(since earlier: FormErrors) -> String? {
        var texts = fields.filter { earlier.hints[$0] == nil }.compactMap { hints[$0] }
        if let message, message != earlier.message { texts.insert(message, at: 0) }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }
}

extension FormState {
    /// Returns the errors on a screen with this form.
    ///
    /// - Parameters:
    ///   - message: The message about the submission, if any.
    ///   - messages: The catalog of the user's language.
    /// - Returns: The message, and the hints of the fields.
    public func errors(with message: String?, in messages: any MessageCatalog) -> FormErrors {
        FormErrors(message: message, hints: fields.map { ($0, hint(for: $0, in: messages)) })
    }
}
