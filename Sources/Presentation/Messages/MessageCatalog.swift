public import Domain

/// Everything that the package says to people, in one language.
///
/// There is one conforming type a language, ``KoreanMessages`` and ``EnglishMessages``, and no wording anywhere else.
/// An app replaces single texts by conforming to ``KoreanWording`` or ``EnglishWording``, and adds a language by
/// conforming to this.
///
/// No text shows a secret: passwords and tokens are not among the arguments, and a character that was typed into a
/// password field is not repeated.
public protocol MessageCatalog: Sendable {
    /// The language of the texts.
    var language: Language { get }

    /// Gives the title of a screen.
    ///
    /// - Parameter screen: The screen.
    /// - Returns: A few words.
    func title(of screen: ScreenName) -> String

    /// Gives the title of a button or switch.
    ///
    /// - Parameter button: The button or switch.
    /// - Returns: A few words.
    func title(of button: ButtonName) -> String

    /// Gives the label of a field.
    ///
    /// - Parameter field: The field.
    /// - Returns: A few words.
    func label(of field: AccountField) -> String

    /// Tells an outcome in a few words.
    ///
    /// - Parameter headline: The outcome.
    /// - Returns: A few words or one sentence.
    func text(of headline: Headline) -> String

    /// Asks a question.
    ///
    /// - Parameter question: What is asked.
    /// - Returns: One or more sentences.
    func text(of question: Question) -> String

    /// Names what a rule asks for, for a checklist.
    ///
    /// - Parameter requirement: What the rule asks for.
    /// - Returns: A few words, which hold or do not.
    func text(of requirement: Requirement) -> String

    /// Greets a person.
    ///
    /// - Parameter name: The nickname, or the ID where there is none.
    /// - Returns: One sentence.
    func greeting(to name: String) -> String

    /// Says what is wrong with a field.
    ///
    /// - Parameter issue: What is wrong, and in which field.
    /// - Returns: One or two sentences.
    func message(for issue: FieldIssue) -> String

    /// Says why a sign-up has failed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: SignUpError) -> String

    /// Returns what the sign-up screen says instead of leading to a session.
    ///
    /// - Parameter notice: The reason.
    /// - Returns: One or more sentences.
    func message(for notice: SignUpNotice) -> String

    /// Says why a sign-in has failed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: SignInError) -> String

    /// Says why a password was not changed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: ChangePasswordError) -> String

    /// Says why an account was not deleted.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: DeleteAccountError) -> String

    /// Says why an agreement to terms was not stored.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: AgreeToTermsError) -> String

    /// Says why accounts were not listed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(forUnlistedAccounts error: StorageError) -> String

    /// Says why an account service could not do its work.
    ///
    /// - Parameter failure: The reason.
    /// - Returns: One or more sentences.
    func message(for failure: AccountServiceFailure) -> String

    /// Says why a server did not do what was asked of it.
    ///
    /// - Parameter failure: The reason; the server's own words are shown as they are.
    /// - Returns: One or more sentences.
    func message(for failure: RemoteFailure) -> String

    /// Says what is the matter with a store.
    ///
    /// - Parameter error: Which store, and what kind of trouble.
    /// - Returns: One or more sentences.
    func message(for error: StorageError) -> String

    /// Says that nobody knows whether somebody is signed in, which `RestoreOutcome.unavailable` tells.
    ///
    /// - Parameter error: Which store, and what kind of trouble.
    /// - Returns: One or more sentences.
    func message(forUnavailableSession error: StorageError) -> String

    /// Says what could not be done besides the thing that has succeeded.
    ///
    /// - Parameter notice: What could not be done.
    /// - Returns: One or more sentences.
    func message(for notice: FlowNotice) -> String
}
