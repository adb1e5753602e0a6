import Domain
import Presentation

/// One step of the tour's script: an action of the user, or an expected result.
///
/// Most steps print a line. A step with a wrong result stops the tour.
enum TourStep {
    /// Begins a row of the requirements.
    case row(String)
    /// Begins a part that goes beyond the requirements.
    case beyond(String)
    /// Steps that several rows share.
    case all([TourStep])

    // MARK: The user

    /// Quits the app and launches it again; its stores and its server remain.
    case launch(TourSight)
    /// Presses a button, and waits for the result, if any is given.
    case press(ButtonName, TourSight? = nil)
    /// Waits for the result of the last button.
    case shows(TourSight)
    /// Types into fields; after each change, the button of the form has to be enabled as listed.
    case fill(KeyValuePairs<AccountField, String>, enables: [Bool] = [])
    /// Types into a field and leaves it, with the results for field and button; `keeps` is the old text, which stays if
    /// the new one is rejected.
    case type(AccountField, String, Validity, Enablement? = nil, keeps: String? = nil)
    /// The field has this state, at once or later.
    case field(AccountField, FieldState)
    /// Types a code that was shown or sent.
    case code(CodeSource)
    /// Taps on a field, then outside all fields, which ends editing.
    case tapOutside
    /// Selects or clears the check box.
    case remember(Bool)
    /// Agrees to all terms.
    case agree

    // MARK: The screens

    /// The welcome screen has this name.
    case greets(String)
    /// Exactly these buttons of the screen are enabled.
    case enabled([ButtonName])
    /// The stack has this number of screens.
    case screens(Int)
    /// The terms of the screen have this layout.
    case terms(TermsState.Layout)
    /// The form shows this result of the last sign-in.
    case headline(StatusTitle)
    /// The last submission had this number of outcomes.
    case outcomes(Int)
    /// The last sign-up started no session for this reason, and the flow shows another screen.
    case notice(FlowNotice)
    /// A keyboard of this height shifts or insets the form by this length.
    case keyboard(Double, KeyboardRule, Double)
    /// The content of a screen of this size has the second size, and scrolls or not.
    case arranges((Double, Double), SizeClass, (Double, Double), scrolls: Bool)
    /// The status, the success and the message of a server's response are read from this body.
    case reads(String, as: String)
    /// The validator of the sign-in form finds these issues.
    case validates(AccountForm, [FieldIssue])

    // MARK: Time

    /// Advances the clock by the seconds of a submission, each shown on the screen.
    case pass(seconds: Int)
    /// Waits until a screen sleeps for this time, and advances the clock by it.
    case advance(Duration)
    /// Advances the clock by a time for which no screen waits.
    case later(Duration)

    // MARK: The server

    /// Replaces the next response of the server.
    case answer(Int, header: (String, String)? = nil, body: String = "")
    /// Loses the connection at the next request.
    case noAnswer
    /// The last request had exactly these members in its body, or these header fields and no body; the session has the
    /// token of the response's header.
    case exchange(String, [String: String]? = nil, inHeader: Bool = false)
    /// The token of the session belongs to this account on the server.
    case owner(String)
    /// The server has these accounts.
    case serverAccounts([String])
    /// Something happens at the server.
    case server(ServerEvent)
    /// The app sends a request of its own, which takes these exchanges.
    case call([String])

    // MARK: The stores

    /// The account switcher lists these accounts, and the user chooses one of them, or adds another for nil.
    case switcher([String], String?)
    /// This device has these accounts.
    case stored([String])
    /// The stored session is of this account; nil for no session.
    case remembered(String?)
    /// Two apps with one store submit the same sign-up form at the same time; one of them succeeds.
    case rivals(KeyValuePairs<AccountField, String>)
    /// A sign-up on a store that cannot be opened fails with these errors, that of the outer layer first.
    case layers(KeyValuePairs<AccountField, String>, [String])
    /// Another app with the same stores changes the profile of the user.
    case elsewhere(KeyValuePairs<AccountField, String>)
    /// An export has these members, and not this secret.
    case exports([String], without: String)
    /// An account is stored as a record with these members.
    case record(of: String, [String])
}

/// The rule by which a form makes room for the keyboard.
enum KeyboardRule: Equatable { case shiftByHalf, showField(y: Double), inset }

/// An event at the tour's own server.
package enum ServerEvent { case tokensExpire, sessionsEnd, addressesNeedConfirmation, credentialsAreInHeaders }

/// Where the user reads a code: in the last alert with a recovery code, in the authenticator app, or in the message to an
/// account.
enum CodeSource { case recoveryAlert, authenticator, message(to: String) }

enum Validity { case valid, invalid }

enum Enablement { case enabled, disabled }

/// A visible screen, the alert over it, or the error of its form.
enum TourSight: Equatable {
    case start, signUp, signIn, main
    case welcome(String)
    case alert(AlertSubject)
    case recoveryCode, deletion
    case screen(ScreenName)
    /// The message about a failure on any other screen.
    case failed(String)
    case signUpFailed(SignUpError)
    case signUpNotice(FlowNotice)
    case signInFailed(SignInError)
}
