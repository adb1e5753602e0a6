import Domain
import Presentation

/// One line of the tour's script: what the user does, or what has to be seen then.
///
/// Most steps print a line. A step that does not come out as the script says ends the tour.
enum TourStep {
    /// Begins a row of the requirements.
    case row(String)
    /// A sequence of steps that several rows share.
    case all([TourStep])

    // MARK: The user

    /// Quits the app and launches it again; only its stores and its server stay.
    case launch(TourSight)
    /// Presses a button and waits for what it leads to; without a sight, nothing is awaited.
    case press(ButtonName, TourSight? = nil)
    /// Waits for what the last button leads to.
    case shows(TourSight)
    /// Types into fields; the button of the form has to be enabled as listed, change by change.
    case fill(KeyValuePairs<AccountField, String>, enables: [Bool] = [])
    /// Types into a field and leaves it: what the field is then, and the button; `keeps` is the text that a field which
    /// refuses the new one has.
    case type(AccountField, String, Validity, Enablement? = nil, keeps: String? = nil)
    /// A field comes to this state, at once or in the end.
    case field(AccountField, FieldState)
    /// Taps outside all fields, which ends editing.
    case tapOutside
    /// Ticks the check box, or clears it.
    case remember(Bool)
    /// Agrees to all terms.
    case agree

    // MARK: The screens

    /// Welcome greets by this name.
    case greets(String)
    /// So many screens lie over one another.
    case screens(Int)
    /// The terms of the sign-in screen have this layout.
    case terms(TermsState.Layout)
    /// The form says how the last sign-in ended.
    case headline(StatusTitle)
    /// The last submission had so many outcomes.
    case outcomes(Int)
    /// The last sign-up led to no session for this reason, though the screen has changed.
    case notice(SignUpFailure)
    /// A line that shows what was calculated, which has to be as wanted.
    case calculated(String, found: String, wanted: String)
    /// The validator of the sign-in form finds these issues by itself.
    case validates(AccountForm, [FieldIssue])

    // MARK: Time

    /// The seconds of a submission pass, each shown on the screen.
    case pass(seconds: Int)
    /// Waits until a screen sleeps for this time, and lets it pass.
    case advance(Duration)

    // MARK: The server

    /// Replaces the next answer of the server.
    case answer(Int, header: (String, String)? = nil, body: String = "")
    /// Loses the connection at the next request.
    case noAnswer
    /// The last exchange was this request, whose body has exactly these members; the session has the token of the
    /// answer's header.
    case exchange(String, [String: String]? = nil)
    /// The server knows the owner of the session by its token.
    case owner(String)
    /// The server has these accounts.
    case serverAccounts([String])

    // MARK: The stores

    /// These accounts are stored here.
    case stored([String])
    /// The stored session is of this account, or there is none.
    case remembered(String?)
    /// Two apps on one store sign up with one form at the same time; one of them succeeds.
    case rivals(KeyValuePairs<AccountField, String>)
    /// A sign-up on a store that cannot be opened fails with these errors, the outer layer's first.
    case layers(KeyValuePairs<AccountField, String>, [String])
    /// An account is stored as a record with these members.
    case record(of: String, [String])
}

/// What a text in a field is.
enum Validity { case valid, invalid }

/// What a button is.
enum Enablement { case enabled, disabled }

/// What the app shows: a screen, the alert over it, or the error of its form.
enum TourSight: Equatable {
    case start, signUp, signIn, main
    case welcome(String)
    case alert(AlertSubject)
    case signUpFailed(SignUpFailure)
    case signInFailed(SignInError)
}
