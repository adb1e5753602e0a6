package import App
package import Domain
package import Persistence
package import Presentation

/// The texts of the program in one language; Presentation has those of screens and errors.
///
/// Each language has one file: a type with every text, and its row in ``DemoTexts``. Missing texts and rows do not
/// compile.
package protocol DemoText: Sendable {
    var language: Language { get }

    /// The name of the language in itself.
    var languageName: String { get }

    // MARK: Accounts

    var repeatPrompt: String { get }
    var recoveryCodePrompt: String { get }
    var appCodePrompt: String { get }
    var appOrRecoveryCodePrompt: String { get }
    var messageCodePrompt: String { get }
    func passwordInput(_ error: PasswordInputError) -> String
    var codeMissing: String { get }
    var passwordAfterCodeMissing: String { get }
    func signedUp(_ id: AccountID) -> String
    func signedIn(_ id: AccountID) -> String
    func isSignedIn(_ id: AccountID) -> String

    /// Returns that an account is the active one, which has not agreed to the terms yet.
    func isActive(_ id: AccountID) -> String
    func agreeFirst(to documents: String) -> String
    func agreed(_ id: AccountID) -> String
    var noConsents: String { get }
    func consent(since agreed: String, until withdrawn: String?) -> String
    var notRemembered: String { get }
    func notSignedIn(as id: String) -> String
    func signOutsPending(_ count: Int) -> String
    func sessionCount(_ count: Int) -> String

    /// The mark of an expired session in a list.
    var expired: String { get }
    var signedOut: String { get }
    func signedOut(_ id: AccountID) -> String
    func signedOut(_ count: Int) -> String
    var otherDevicesSignedOut: String { get }
    var signedOutHereOnly: String { get }
    func profileChanged(_ id: AccountID) -> String

    /// Returns that these fields were changed elsewhere while the command ran.
    func profileConflict(_ labels: String) -> String
    func profileUnchanged(_ id: AccountID) -> String

    /// Why a button cannot be pressed: because of the form, of one of its fields, or for another reason.
    var fieldsMissing: String { get }
    func correctFirst(_ label: String) -> String

    /// The text after a paste of several lines into a field with a secret.
    var severalLines: String { get }
    var nothingChanged: String { get }
    func sessionLimit(_ limit: Int) -> String
    var notPossible: String { get }
    var emptyProfile: String { get }
    func passwordChanged(_ id: AccountID) -> String
    func resetRequested(_ id: AccountID) -> String
    func then(_ command: String) -> String
    var nothingToConfirm: String { get }
    var addressNeeded: String { get }
    func confirmed(isSignedIn: Bool) -> String
    func passwordReset(_ id: AccountID?, recoveryCode: RecoveryCode?) -> String
    func totpBegun(_ key: TOTPSecret) -> String
    var totpEnabled: String { get }
    var totpDisabled: String { get }
    func deletionQuestion(_ id: AccountID) -> String
    func deleted(_ id: AccountID) -> String
    func throttled(_ seconds: Int) -> String
    func accountCount(_ count: Int) -> String

    // MARK: Stores

    func folder(_ path: String) -> String
    func storeAbsent(_ store: StorageError.Store) -> String
    func storeReadable(_ store: StorageError.Store, version: Int, records: Int) -> String
    func remark(_ remark: StoreFinding.Remark) -> String

    /// Returns why a file of the stores is not safe, and what the user can do.
    func obstacle(_ location: StorageError.UnsafeLocation, at file: String) -> String
    var noStore: String { get }
    var noAccountStore: String { get }

    // MARK: Database

    /// Returns the line below the message about a failure of a store in the database.
    func database(_ problem: DatabaseProblem) -> String
    func prepared(from earlier: Int?, to version: Int) -> String
    func tables(_ version: Int, current: Int) -> String
    var noTables: String { get }

    // MARK: Upkeep

    /// Returns the line below the message about a failure of the system, with its value of `errno` and a file name.
    func systemError(_ code: Int32, in file: String) -> String

    /// The line below the message about damaged accounts.
    var repairHint: String { get }

    var recordsLost: String { get }
    var nothingToRepair: String { get }
    var noHeader: String { get }
    var destinationInUse: String { get }
    func repaired(_ report: RepairReport) -> String
    var nothingToReset: String { get }
    var resetQuestion: String { get }
    func resetHint(_ store: StorageError.Store) -> String
    var resetCancelled: String { get }
    func reset(_ store: StorageError.Store, _ oldFile: String) -> String
    func compacted(before: Int, after: Int) -> String
    func stopped(leavesCopy: Bool) -> String
    var stoppedAfterRepair: String { get }

    // MARK: Export and import

    func progress(_ progress: TransferProgress) -> String
    var exportWarning: String { get }
    func exported(_ count: Int) -> String
    func exportedMine(_ id: AccountID) -> String
    func savedExport(at path: String) -> String
    func nextMessage(in seconds: Int) -> String
    var exportCancelled: String { get }
    var outputFailed: String { get }
    var recoveryCodeNotPrinted: String { get }

    /// Returns the reason why a file was not written.
    func privateFile(_ error: PrivateFileError, _ path: String) -> String
    func refused(_ refusal: ExportDestination.Refusal) -> String
    func imported(_ count: Int, skipped: Int, invalid: Int) -> String
    func invalidLine(_ number: Int, _ failure: AccountLine.Failure) -> String
    func moreInvalidLines(_ count: Int) -> String
    var hasInvalidLines: String { get }
    var importRefused: String { get }
    var importCancelled: String { get }
    func unreadableFile(_ path: String, code: Int32) -> String
    func unknownDocument(_ unknown: String, known: String) -> String
    func nothingFound(at path: String) -> String

    // MARK: Descriptions of APIs

    /// Returns the line about a valid description, with the actions that the server offers and those that it does not.
    func described(by path: String, offered: String, missing: String) -> String
    func mistakes(in path: String, _ count: Int) -> String
    var stepDone: String { get }
    var requestIncomplete: String { get }
    var notSent: String { get }
    var sendHint: String { get }
    var existingAccountHint: String { get }
    var stepEndsTrial: String { get }
    func accountRemains(_ id: AccountID) -> String

    // MARK: Command line

    func reason(_ error: UsageError) -> String
    func tryHelp(_ command: CommandName?) -> String
    var outOfResources: String { get }

    // MARK: Help

    var tagline: String { get }
    var usageHeading: String { get }
    var commandsHeading: String { get }
    var optionsHeading: String { get }
    var exitCodesHeading: String { get }

    /// The arguments of the program in its usage.
    var synopsis: String { get }

    /// The explanations below commands and options.
    var explanations: [String] { get }

    func summary(of command: CommandName) -> String

    /// Returns what an option means, or what it means in one command.
    func meaning(of option: Option, in command: CommandName?) -> String
    func meaning(of code: ExitCode) -> String
    func placeholder(for kind: ValueKind) -> String

    // MARK: Screens

    /// Returns the sentence about the largest text of a field.
    func byteLimit(_ maximum: Int) -> String

    /// Returns the time since an operation began, with the key that stops it, if any.
    func elapsed(_ seconds: Int, canStop: Bool) -> String
    var restoring: String { get }

    /// Returns a key and its effect in a few words.
    func hint(_ hint: KeyHint) -> String

    /// The title of the menu of keys.
    var keyMenu: String { get }
    func meaning(of key: MenuKey) -> String

    /// The label of the text that selects accounts.
    var search: String { get }

    /// The texts in place of a list: no account or no line has the typed text, or the accounts are on a server.
    var noAccountFound: String { get }
    var noMatch: String { get }
    var accountsOnServer: String { get }

    /// The button that shows the QR code, and the text beside it.
    var showPicture: String { get }
    var scanning: String { get }

    /// Returns that the window has no room for the QR code.
    func tooSmall(columns: Int, rows: Int) -> String

    /// Returns how to sign in on a server within the program, which may ask for a code.
    func knownAccount(_ id: String, password: String, asksForCode: Bool) -> String

    /// Returns the code in each message of a server within the program.
    func knownCode(_ code: String) -> String

    /// The messages of a server within the program, by the English ones.
    var serverMessages: [String: String] { get }

    /// The question before a form with text is left.
    var discardQuestion: String { get }
    var discard: String { get }
    var leaveAppQuestion: String { get }
    var leaveApp: String { get }

    /// The confirmation of a copy, of which the terminal reports nothing.
    var copied: String { get }

    /// The question before an account is signed out in the account switcher.
    func signOutQuestion(_ id: AccountID) -> String

    /// The question before all accounts are signed out.
    var signOutAllQuestion: String { get }

    var presetQuestion: String { get }
    var presetChange: String { get }

    /// Returns what the app of a preset has.
    func summary(of preset: AppSettings.Preset) -> String

    /// Returns where the accounts are, in one line of a menu.
    func sentence(about location: AccountLocation) -> String

    func title(of document: ConsentDocument) -> String
    var requiredTerms: String { get }
    var optionalTerms: String { get }
    func version(_ version: Int) -> String

    /// The terms of remembered sign-ins, one sentence per line.
    var automaticSignInTerms: String { get }

    /// The text for terms that the program does not have.
    var unknownTerms: String { get }

    // MARK: Tour

    /// The titles of the presets, by name, and of the rows of the requirements, by ID.
    var tourTitles: [String: String] { get }

    /// What happened at the server of the tour.
    func serverEvent(_ event: ServerEvent) -> String

    /// The name of the user in the tour, and two nicknames.
    var tourName: String { get }
    var tourNickname: String { get }
    var tourOtherNickname: String { get }

    func rowCount(_ count: Int) -> String
    var tourDone: String { get }
    var tourInterrupted: String { get }
    var tourNeedsEmptyFolder: String { get }
    func tourFailed(row: String, step: Int, wanted: String, found: String) -> String

    var relaunch: String { get }
    var rivals: String { get }
    var elsewhere: String { get }
    var tapOutside: String { get }
    var emptyField: String { get }
    var rejectedField: String { get }
    var noAnswer: String { get }
    func enabled(_ isEnabled: Bool) -> String
    func outcomes(_ count: Int) -> String

    /// Returns a number of seconds, and the text for a later time.
    func seconds(_ number: String) -> String
    func later(_ time: String) -> String

    func keyboard(height: String) -> String
    func field(at place: String) -> String
    func shift(by length: String) -> String
    func inset(by length: String) -> String
    func margins(_ length: String) -> String
    func sizeClass(_ sizeClass: SizeClass, scrolls: Bool) -> String
}

/// The texts in all languages; the file of each language adds its row.
enum DemoTexts: LanguageTable {}

extension Language {
    package var demoText: any DemoText { value(in: DemoTexts.self) }

    /// The language that follows this one at the key that changes it.
    package var next: Language {
        let languages = Language.allCases
        return languages[((languages.firstIndex(of: self) ?? 0) + 1) % languages.count]
    }
}

extension DemoText {
    package var passwordPrompt: String { messages.label(of: .password) + ": " }
    package var currentPasswordPrompt: String { messages.label(of: .currentPassword) + ": " }
    package var newPasswordPrompt: String { messages.label(ofNew: .password) + ": " }

    /// Returns the text of a document of terms, one sentence per line.
    func terms(_ document: ConsentDocument) -> [String] {
        let text = document.name == "auto-login" ? automaticSignInTerms : unknownTerms
        return ["\(title(of: document)) · \(version(document.version))"] + text.split(separator: "\n").map(String.init)
    }

    /// Returns the message about a rejected input; if the text has too many bytes, it names the limit of the field.
    func message(forRejected issue: FieldIssue) -> String {
        let message = messages.message(for: issue)
        guard case .tooManyBytes(let maximum, _) = issue.issue else { return message }
        return message + " " + byteLimit(min(maximum, issue.field.maximumUTF8Length))
    }

    /// Returns a number of bytes in a unit that people read, such as “13.0 MB”.
    func size(_ bytes: Int) -> String {
        var (size, unit) = (Double(bytes), "B")
        for larger in ["kB", "MB", "GB", "TB"] where size >= 999.95 { (size, unit) = (size / 1_000, larger) }
        let tenths = Int((size * 10).rounded())
        return unit == "B" ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Returns a path without unprintable characters.
    func shown(path: String) -> String { shown(path, maximum: 1_024) }

    /// Returns a text of the user, shortened, without unprintable characters, and without passwords of connection strings.
    func shown(_ text: String, maximum: Int = 40) -> String {
        let head = String(text.prefix(4_096)).maskingPasswords.unicodeScalars.prefix(maximum + 1)
        let visible = head.prefix(maximum).map { scalar in
            scalar.isUnprintable ? "\u{FFFD}" : String(scalar)
        }
        return visible.joined() + (head.count > maximum ? "…" : "")
    }
}

extension AccountField {
    /// The size of the largest text that can be stored or hashed, in bytes of UTF-8.
    fileprivate var maximumUTF8Length: Int {
        if let field = Profile.fields.first(where: { $0.field == self }) { return field.maximumUTF8Length }
        return self == .id ? AccountID.maximumUTF8Length : Password.maximumUTF8Length
    }
}
