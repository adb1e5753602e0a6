/// Something that is told or asked over a screen, and waits for an answer.
///
/// It is a value without words: those come from a catalog, in the language of the person.
public struct Alert: Hashable, Sendable, Identifiable {
    /// Which alert it is: no other one of the same queue has this number.
    public let id: Int

    /// What it tells or asks.
    public let subject: AlertSubject

    /// Creates an alert.
    ///
    /// - Parameters:
    ///   - id: Which alert it is.
    ///   - subject: What it tells or asks.
    public init(id: Int, subject: AlertSubject) {
        self.id = id
        self.subject = subject
    }

    /// The buttons, in the order in which to show them.
    public var buttons: [AlertButton] { subject.buttons }

    /// Puts the title into words.
    ///
    /// - Parameter messages: The catalog of the person's language.
    /// - Returns: A few words.
    public func title(in messages: any MessageCatalog) -> String { messages.text(of: subject.headline) }

    /// Puts into words what is told or asked.
    ///
    /// - Parameter messages: The catalog of the person's language.
    /// - Returns: One or more sentences.
    public func message(in messages: any MessageCatalog) -> String {
        switch subject {
        case .signUpRefused(let error): messages.message(for: error)
        case .termsRequired: messages.text(of: .agreeToTerms)
        case .accountDeletion: messages.text(of: .deleteAccount)
        case .notice(let notice): messages.message(for: notice)
        }
    }
}
