import App
import Domain
import Networking
import Persistence
import Presentation

extension DemoTexts {
    static var english: any DemoText { EnglishText() }
}

struct EnglishText: DemoText {
    var language: Language { .english }
    var languageName: String { "English" }

    private func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    // MARK: Accounts

    var repeatPrompt: String { "Password again: " }

    var recoveryCodePrompt: String { "Recovery code: " }
    var appCodePrompt: String { "Code of the authenticator app: " }
    var appOrRecoveryCodePrompt: String { "Code of the authenticator app, or recovery code: " }
    var messageCodePrompt: String { "Code or link of the message: " }

    func passwordInput(_ error: PasswordInputError) -> String {
        switch error {
        case .endOfInput: "A password is missing on standard input."
        case .notUnicode: "The password or the code is not valid UTF-8."
        case .tooLong: "The password or the code is too long."
        case .mismatch: "The two passwords differ."
        case .interrupted: "Cancelled."
        }
    }

    var codeMissing: String { "A code is missing. Use --code, or add it to standard input as a line of its own." }

    var passwordAfterCodeMissing: String {
        "The first line was taken for the code. Add the new password as a second line."
    }

    func signedUp(_ id: AccountID) -> String { "Signed up as \(id)." }
    func signedIn(_ id: AccountID) -> String { "Signed in as \(id)." }
    func isSignedIn(_ id: AccountID) -> String { "\(id) is signed in." }
    func isActive(_ id: AccountID) -> String { "\(id) is the active account now." }
    func agreeFirst(to documents: String) -> String {
        "Missing: \(documents). To agree while signing up or in, use --agree \(documents); while signed in, use the command agree."
    }
    func agreed(_ id: AccountID) -> String { "\(id) has agreed." }
    var noConsents: String { "There are no consents." }
    func consent(since agreed: String, until withdrawn: String?) -> String {
        "since \(agreed)" + (withdrawn.map { ", withdrawn on \($0)" } ?? "")
    }
    var notRemembered: String { "The next launch will ask you to sign in again." }
    func notSignedIn(as id: String) -> String { "\(id) is not signed in." }
    func signOutsPending(_ number: Int) -> String {
        "The server has not heard of \(count(number, "sign-out")) yet. The next command tells it again."
    }
    func sessionCount(_ number: Int) -> String {
        number == 0 ? "No accounts are signed in." : count(number, "account") + " signed in"
    }
    var expired: String { "(expired)" }
    var signedOut: String { "Signed out." }
    func signedOut(_ id: AccountID) -> String { "Signed out \(id)." }
    func signedOut(_ number: Int) -> String { "Signed out of \(count(number, "account"))." }
    var otherDevicesSignedOut: String { "Signed out on all other devices." }
    var signedOutHereOnly: String { "Signed out on this device only, because the server does not support more." }
    func profileChanged(_ id: AccountID) -> String { "Changed the profile of \(id)." }
    func profileConflict(_ labels: String) -> String {
        "Your profile was changed elsewhere in the meantime: \(labels). Run the command again to replace that."
    }
    var fieldsMissing: String { "Fill in the fields above first." }
    func correctFirst(_ label: String) -> String { "Correct this first: \(label)" }
    var severalLines: String { "Not pasted: it has several lines." }
    var nothingChanged: String { "Nothing has changed yet." }
    func sessionLimit(_ limit: Int) -> String { "At most \(limit) accounts can be signed in." }
    var notPossible: String { "This is not possible at the moment." }

    func profileUnchanged(_ id: AccountID) -> String { "The profile of \(id) has these values already." }
    var emptyProfile: String { "The profile is empty." }
    func passwordChanged(_ id: AccountID) -> String { "Changed the password of \(id)." }
    func resetRequested(_ id: AccountID) -> String { "If \(id) has an account, a message is on its way." }
    func then(_ command: String) -> String { "Then: \(command)" }
    var nothingToConfirm: String { "There is no address to confirm." }
    var addressNeeded: String {
        "No message can be requested for a user name. Use the e-mail address of the account instead."
    }
    func confirmed(isSignedIn: Bool) -> String { "The address is confirmed." + (isSignedIn ? "" : " Please sign in.") }
    func passwordReset(_ id: AccountID?, recoveryCode: RecoveryCode?) -> String {
        (id.map { "Changed the password of \($0)." } ?? "Changed the password.")
            + (recoveryCode.map { "\n" + messages.message(for: $0) } ?? "")
    }
    func totpBegun(_ key: TOTPSecret) -> String {
        """
        Scan the code with an authenticator app, or type this key:
        \(key.revealed)
        """
    }
    var totpEnabled: String { "From now on, sign-in requires the code of the authenticator app." }
    var totpDisabled: String { "Sign-in requires no code of the authenticator app anymore." }
    func deletionQuestion(_ id: AccountID) -> String { "Delete \(id)? A deleted account cannot be restored. [y/N] " }
    func deleted(_ id: AccountID) -> String { "Deleted \(id). The ID is available again." }
    func throttled(_ seconds: Int) -> String {
        "Too many attempts. Try again in \(count(seconds, "second"))."
    }
    func accountCount(_ number: Int) -> String { number == 0 ? "No accounts." : count(number, "account") }

    // MARK: Stores

    func folder(_ path: String) -> String { "Folder: \(shown(path: path))" }
    func storeAbsent(_ store: StorageError.Store) -> String { "\(name(of: store)): nothing stored yet" }

    func storeReadable(_ store: StorageError.Store, version: Int, records: Int) -> String {
        "\(name(of: store)): sound, format \(version), \(count(records, "record"))"
    }

    private func name(of store: StorageError.Store) -> String {
        switch store {
        case .accounts: "accounts"
        case .session: "session"
        case .consents: "consents"
        case .pendingOperations: "pending operations"
        case .attempts: "sign-in attempts"
        }
    }

    func remark(_ remark: StoreFinding.Remark) -> String {
        switch remark {
        case .unfinishedChange(let bytes):
            "A crash left a change unfinished (\(bytes) bytes). The next write saves a copy and cuts it off."
        case .copyOfUnfinishedChange(let name):
            "\(shown(name)) is the copy of a change that a crash left unfinished. compact removes it."
        case .damagedIndex:
            "The index is damaged, the accounts are not. compact rebuilds it."
        case .awaitsErasure:
            "Deleted accounts are still in the file. compact erases them."
        case .openToOthers(let name):
            "The mode of \(name) gives other users access. The next change of the file or chmod 600 ends that."
        case .folderOpenToOthers:
            "The mode of the folder gives other users access. The next change ends that."
        case .obstacle(let name, let location):
            obstacle(location, at: name)
        case .tooLarge(let name):
            "\(name) is larger than any file that this program writes there. Only a part of it is read."
        case .unfinishedExport(let name):
            "\(shown(name)) is an unfinished export with password hashes. compact removes it."
        case .unfinishedStore(let name):
            "\(name) is an unfinished copy of the accounts with password hashes. compact removes it."
        }
    }

    func obstacle(_ location: StorageError.UnsafeLocation, at file: String) -> String {
        let advice =
            file == ".lock"
            ? "Put the original there. If it is lost, move this away; "
                + "the next change makes a new one, but a lost end of accounts.store is not noticed then."
            : "Put the original there."
        return switch location {
        case .secondName: "\(file) has a second name. Remove that, or put a copy of the file in its place."
        case .link: "\(file) is a symbolic link. \(advice)"
        case .anotherOwner: "\(file) belongs to another user. \(advice)"
        default: "\(file) is not a file. \(advice)"
        }
    }

    var noStore: String { "There is no store in the folder." }
    var noAccountStore: String { "There is no account store (accounts.store) in the folder." }

    func database(_ problem: DatabaseProblem) -> String {
        switch problem {
        case .busy: "The database has too many connections or changes at the moment."
        case .readOnly: "The database is a standby, or read-only. Name its primary."
        case .refused:
            "The database refuses this user or the password, its certificate cannot be verified, or the user lacks a right."
        case .full: "It is the disk of the database."
        case .noTables: "The tables of the database are missing or were replaced."
        case .unreachable: "The database cannot be reached, or lost the connection."
        case .notUnderstood:
            """
            This is not a connection string, such as postgresql://user@host/accounts, or a parameter, a value or a \
            service in it is not known.
            """
        case .noDatabase: "The server has no database of this name."
        case .noLibrary: "The library libpq of PostgreSQL 14 or newer is missing on this machine."
        case .oldServer: "The server is older than PostgreSQL 9.5."
        case .otherEncoding: "The database does not store texts as UTF-8. Create one with createdb --encoding UTF8."
        case .other: "The log of the database says more."
        }
    }

    func prepared(from earlier: Int?, to version: Int) -> String {
        switch earlier {
        case nil: "Created the tables in version \(version)."
        case version: "The tables have version \(version) already."
        case let earlier?: "Upgraded the tables from version \(earlier) to \(version)."
        }
    }

    func tables(_ version: Int, current: Int) -> String {
        version == current
            ? "The tables have version \(version)."
            : "The tables have version \(version). account-demo database prepare upgrades them to \(current)."
    }

    var noTables: String {
        """
        The database has no tables for accounts. account-demo database prepare creates them, and so does the next command \
        that uses accounts.
        """
    }

    func systemError(_ code: Int32, in file: String) -> String {
        "System error \(code) in \(file): \(systemText(code))."
    }
    var repairHint: String { "To copy the accounts that are readable, run: account-demo repair --to DIR" }
    var recordsLost: String { "Some records could not be read, and are not in the copy." }
    var nothingToRepair: String { "There is nothing to repair." }
    var noHeader: String {
        """
        accounts.store has no readable header, so no account can be read.
        If you have the file .lock that belongs to it, put it into the folder and repeat the repair.
        Otherwise, restore a backup of accounts.store, and remove .lock.
        """
    }

    var destinationInUse: String { "The destination folder is not empty." }

    func repaired(_ report: RepairReport) -> String {
        """
        Recovered \(count(report.accounts, "account")).
        Lost records: at least \(report.lostRecords). Missing frames of the journal: \(report.missingFrames). \
        Unreadable bytes: \(report.unreadableBytes).
        """
    }

    var nothingToReset: String { "The store can be read, or is empty. It was not changed." }
    var resetQuestion: String { "Start over without it? Its file is stored under another name. [y/N] " }

    func resetHint(_ store: StorageError.Store) -> String {
        "account-demo reset \(store.rawValue) starts over without it."
    }

    var resetCancelled: String { "Cancelled; nothing was changed." }

    func reset(_ store: StorageError.Store, _ oldFile: String) -> String {
        let effect =
            switch store {
            case .accounts: ""
            case .session: " Please sign in."
            case .consents: " The next sign-in asks for an agreement to the terms."
            case .pendingOperations: " A request that is repeated now may be processed twice."
            case .attempts: " The next sign-in has to wait for some seconds."
            }
        return "Started over; the old file is \(oldFile)." + effect
    }

    func stopped(leavesCopy: Bool) -> String {
        leavesCopy
            ? "Stopped; the command can be run again, and then removes an unfinished copy of the accounts."
            : "Stopped; the command can be run again."
    }
    var stoppedAfterRepair: String { "Stopped, but the accounts were recovered already." }

    func compacted(before: Int, after: Int) -> String {
        before > after
            ? "Removed \(size(before - after)) from the account store. Its size is \(size(after))."
            : "The account store has nothing left to remove. Its size is \(size(after))."
    }

    // MARK: Export and import

    func progress(_ progress: TransferProgress) -> String {
        var parts = progress.percentage.map { ["\($0) %"] } ?? []
        if let accounts = progress.accounts {
            parts += [count(accounts, "account"), "\(progress.rate)/s"]
        } else {
            parts.append("\(progress.elapsed.components.seconds) s")
        }
        if let remaining = progress.remaining { parts.append("\(remaining) left") }
        return parts.joined(separator: ", ") + "; Ctrl-C stops"
    }

    var exportWarning: String {
        "WARNING: the export contains the password hash of every account, and the keys of one-time passwords. Protect it "
            + "like the passwords."
    }

    func savedExport(at path: String) -> String { "Your data was saved as \(shown(path: path))." }
    func nextMessage(in seconds: Int) -> String { "Another message can be sent in \(seconds) s." }
    func exportedMine(_ id: AccountID) -> String { "Exported what is stored about \(id)." }
    func exported(_ number: Int) -> String { "Exported \(count(number, "account"))." }
    var exportCancelled: String { "Stopped; no file was written." }
    var outputFailed: String { "The output could not be written." }
    var recoveryCodeNotPrinted: String {
        "A new recovery code was made, but not shown. account-demo recovery-code makes another one."
    }

    func privateFile(_ error: PrivateFileError, _ path: String) -> String {
        switch error {
        case .exists: "The file exists already; --force replaces it."
        case .busy: "Another process is writing this file."
        case .failed(let code): "‘\(shown(path: path))’ could not be written: \(systemText(code))."
        }
    }

    func refused(_ refusal: ExportDestination.Refusal) -> String {
        switch refusal {
        case .folder: "This is a folder. Name a file in it."
        case .link: "This is a link. Name the file that it leads to."
        case .socket: "This is a socket. Accounts are exported to a file, a FIFO or standard output."
        case .blockDevice: "This is a disk. Accounts are exported to a file, a FIFO or standard output."
        case .store: "This is a place in the folder of the stores. Name a file in another folder."
        case .foreignFIFO: "This FIFO belongs to another user, who could read the password hashes."
        }
    }

    func imported(_ number: Int, skipped: Int, invalid: Int) -> String {
        "Imported \(count(number, "account")); skipped \(skipped) whose ID is taken; \(count(invalid, "invalid line"))."
    }

    func invalidLine(_ number: Int, _ failure: AccountLine.Failure) -> String {
        switch failure {
        case .notAnAccount: "Line \(number): not a JSON object with id, profile, passwordHash and createdAt."
        case .invalidValue: "Line \(number): contains an invalid value."
        case .tooLong: "Line \(number): longer than 1 MiB."
        }
    }

    func moreInvalidLines(_ number: Int) -> String { "And \(number) more invalid \(number == 1 ? "line" : "lines")." }
    var hasInvalidLines: String { "Invalid lines were skipped." }
    var importRefused: String { "Stopped at an invalid line; the accounts before it stay." }
    var importCancelled: String { "Stopped; the added accounts stay, and running the command again adds the rest." }

    func nothingFound(at path: String) -> String { "Nothing found at \(shown(path: path))." }
    func unknownDocument(_ unknown: String, known: String) -> String {
        "There is no document \(shown(unknown)). "
            + (known.isEmpty ? "There are no terms to agree to." : "The documents are: \(known).")
    }
    func unreadableFile(_ path: String, code: Int32) -> String {
        "‘\(shown(path: path))’ could not be read: \(systemText(code))."
    }

    // MARK: Descriptions of APIs

    func described(by path: String, offered: String, missing: String) -> String {
        "\(shown(path: path)) describes an API. Offered: \(offered). Not offered: \(missing)."
    }
    func mistakes(in path: String, _ number: Int) -> String {
        "\(shown(path: path)) does not describe an API: \(count(number, "mistake"))."
    }
    var stepDone: String { "done" }
    var requestIncomplete: String { "A placeholder of this request has no value, so it cannot be sent." }
    var notSent: String { "not sent" }
    var stepEndsTrial: String { "The walk ends here. After the step, go on with --id." }
    var existingAccountHint: String { "Without signUp, --id tries an existing account." }
    var sendHint: String { "Nothing was sent; --send sends these requests." }
    func accountRemains(_ id: AccountID) -> String { "The account \(id) could not be deleted, and may still exist." }

    // MARK: Command line

    var outOfResources: String { "The system lets the program open too few files, or start no thread." }

    func reason(_ error: UsageError) -> String {
        switch error {
        case .noCommand: "There is no command."
        case .dumbTerminal:
            "The full screen needs a terminal that can move the cursor, but TERM is ‘dumb’ or not set. Name a command."
        case .unknownCommand(let word, let suggestion): "There is no command ‘\(shown(word))’." + hint(suggestion)
        case .unknownOption(let word, let suggestion): "There is no option ‘\(shown(word))’." + hint(suggestion)
        case .optionOfAnotherCommand(let option, let command):
            "The command \(command.rawValue) has no option \(option.name)."
        case .missingValue(let option): "The option \(option.name) needs a value."
        case .unexpectedValue(let option): "The option \(option.name) takes no value."
        case .repeatedOption(let option): "The option \(option.name) is given twice."
        case .conflictingOptions(let one, let other): "\(one) and \(other) cannot be combined."
        case .optionWithoutOther(let one, let other): "The option \(one.name) needs the option \(other.name)."
        case .missingOption(let option, let command):
            "The command \(command.rawValue) needs the option \(option.name)."
        case .missingOperand(let kind, let command):
            "The command \(command.rawValue) needs an operand: \(placeholder(for: kind))."
        case .invalidValue(let text, .number(let range)):
            "‘\(shown(text))’ is not a whole number from \(range.lowerBound) to \(range.upperBound)."
        case .invalidValue(let text, .documents):
            "‘\(shown(text))’ does not name documents with their versions, such as terms@2,news@1."
        case .invalidValue(let text, let kind):
            "‘\(shown(text))’ is not one of \(placeholder(for: kind))."
                + hint(InvocationParser.closest(to: text, among: kind.words))
        case .unexpectedArgument(let word): "‘\(shown(word))’ is one argument too many."
        case .notUnicode(let place): "Argument \(place) is not valid UTF-8."
        case .invalidServer(let error): server(error)
        case .missingFile(let path): nothingFound(at: path)
        case .unreadableFile(let path): "The file ‘\(shown(path: path))’ cannot be read."
        case .irregularFile(let path):
            "‘\(shown(path: path))’ is not a regular file. Save the text in a file, and name that."
        case .largeFile(let path): "The file ‘\(shown(path: path))’ is larger than 1 MiB."
        case .invalidDescription(let path, let error):
            "The file ‘\(shown(path: path))’ does not describe an API:\n\(error.lines(of: path).map { shown($0, maximum: 1_024) }.joined(separator: "\n"))"
        case .invalidJSON(let path, let error, let place):
            "The file ‘\(shown(path: path))’ is not valid JSON. Line \(place.line), character \(place.column): \(words(for: error))."
        case .invalidSettings(let error): error.problems.map(problem).joined(separator: "\n")
        case .noDataFolder: "HOME is not set; name a folder with --data."
        }
    }

    private func hint(_ suggestion: String?) -> String { suggestion.map { " Did you mean \($0)?" } ?? "" }

    private func server(_ error: HTTPRequestError) -> String {
        switch error {
        case .insecureURL: "http is only for servers on this machine; use https."
        case .userInformationInURL: "The server's URL must not contain a user name or a password."
        case .unsupportedScheme, .fragmentInURL, .invalidURL, .invalidMethod, .invalidFieldName, .invalidFieldValue,
            .reservedField, .bodyNotAllowed:
            "This is not the URL of a server, such as https://example.com/api."
        }
    }

    private func words(for error: JSONError) -> String {
        switch error {
        case .tooLarge(let maximum): "it has more than \(count(maximum, "byte"))"
        case .tooDeep(let maximum): "lists and objects are nested in more than \(count(maximum, "level"))"
        case .duplicateMember: "an object has two members with the same name"
        case .invalidText: "a string is not valid Unicode"
        case .invalidSyntax: "a character is missing or not expected"
        }
    }

    private func problem(_ problem: AppSettingsError.Problem) -> String {
        switch problem {
        case .notAnObject(let error?): "The settings are not valid JSON: \(words(for: error))."
        case .notAnObject(nil): "The settings are not a JSON object."
        case .unknownSetting(let name): "There is no setting ‘\(shown(name))’."
        case .invalidSetting(let name): "The setting ‘\(shown(name))’ has an invalid value."
        case .serverMissing(let preset): "With a command, the preset \(preset.rawValue) needs a server."
        case .databaseNotUsed: "The accounts of a server are not in a database. Name the server or the database."
        case .serverNotUsed(let preset): "The preset \(preset.rawValue) does not use a server."
        }
    }

    func tryHelp(_ command: CommandName?) -> String {
        "Try: account-demo help" + (command.map { " \($0.rawValue)" } ?? "")
    }

    // MARK: Help

    var tagline: String { "accounts from sign-up to deletion, on real files or on a server" }
    var usageHeading: String { "Usage" }
    var commandsHeading: String { "Commands" }
    var optionsHeading: String { "Options" }
    var exitCodesHeading: String { "Exit codes" }
    var synopsis: String { "[COMMAND] [OPTIONS]" }

    var explanations: [String] {
        [
            """
            Each command opens the stores, does one thing and ends, so that a script can use it; its plain lines suit a \
            screen reader too. Without a command, on a terminal, the app fills the screen: Tab, the arrows and the mouse \
            move, Enter presses, Esc goes back or stops \
            the running operation, F1 shows all keys, F2 changes the language, F3 the app, F4 switches, adds and signs out \
            accounts, F5 searches those on this device, Ctrl-C quits.
            """,
            """
            A password is one line of standard input, and so is the code of --code -. A terminal does not show them, and \
            asks twice for a new password.
            """,
            """
            Accounts are stored in the folder of --data, by default $XDG_DATA_HOME/account-flow or \
            ~/.local/share/account-flow (Application Support on Apple platforms). With --server, they are stored in \
            servers/NAME in that folder. With --database, or its setting or ACCOUNT_DEMO_DATABASE, only sessions are stored in \
            the folder. Other users can see the command line, so a password belongs into ~/.pgpass, PGPASSWORD or these. The presets start, accounts and shop that F3 opens are stored in presets/NAME, \
            except the first one. On the full screen, signIn and remote without --server use a server inside the program, \
            which stores nothing and has the account kim with the password password1.
            """,
            """
            The command line overrides the file of --config, and the file overrides the preset. On the full screen, a sign-in \
            of the preset shop takes five seconds; {"signInDelay": 0} in the file ends that.
            """,
            """
            The tour plays the requirements of the five systems, or of one --preset, with a server inside the program. \
            It stores everything in a temporary folder, or in the empty folder of --data, and removes it. The first \
            requirement that is not met ends the tour with exit code 1.
            """,
            """
            A file of export can be read by its owner alone. import skips taken IDs and invalid lines, and prints the \
            numbers of the latter.
            """,
        ]
    }

    func summary(of command: CommandName) -> String { command.entry.help }
    func meaning(of option: Option, in command: CommandName?) -> String {
        switch (option, command) {
        case (.code, .signIn):
            "The code of the authenticator app or of the message, or the recovery code; - reads it last"
        case (.code, .resetPassword): "The recovery code, or the code or the link of the message; - reads it first"
        case (.code, .confirm): "The code or the link of the message; - reads it"
        case (.code, .recoveryCode): "The code of the authenticator app, if sign-in needs one; - reads it last"
        case (.code, .totp):
            "The code of the authenticator app, or, to disable, the recovery code; - reads it, after the password of disable"
        default: option.entry.help
        }
    }

    func meaning(of code: ExitCode) -> String {
        switch code {
        case .done: "done; status: signed in"
        case .refused: "refused; status: signed out; import: invalid lines"
        case .usage: "the command line or the settings are wrong"
        case .invalidData: "repair: records or the header were lost; api check: the description has mistakes"
        case .noStore: "there is no store in the folder"
        case .unavailable: "the server cannot be reached or failed"
        case .storageFailed: "a store, a file or standard output failed"
        case .storeBusy: "a store or a file is in use"
        case .clockUncertain: "the clock of the system looks wrong"
        case .stopped: "stopped with Ctrl-C"
        }
    }

    func placeholder(for kind: ValueKind) -> String {
        switch kind {
        case .text: "TEXT"
        case .id: "ID"
        case .document: "DOCUMENT"
        case .documents: "DOCUMENT@VERSION"
        case .number: "N"
        case .url, .database: "URL"
        case .folder: "DIR"
        case .file: "FILE"
        case .stream: "FILE|-"
        case .command: "COMMAND"
        case .word(let words): words.joined(separator: "|")
        case .wordOrFile(let words): (words + ["FILE"]).joined(separator: "|")
        }
    }

    // MARK: Screens

    func byteLimit(_ maximum: Int) -> String { "At most \(maximum) bytes are allowed." }
    func elapsed(_ seconds: Int, canStop: Bool) -> String { "\(seconds) s" + (canStop ? " · Esc stops it" : "") }
    var restoring: String { "Restoring your session…" }
    func hint(_ hint: KeyHint) -> String {
        switch hint {
        case .keys: "F1 keys"
        case .next: "Tab next"
        case .stop: "Esc stops"
        case .back: "Esc back"
        case .close: "Esc closes"
        case .reveal: "^R shows"
        case .hide: "^R hides"
        case .quit: "^C quits"
        case .language: "F2 \(language.next.demoText.languageName)"
        case .apps: "F3 app"
        case .sessions: "F4 accounts"
        case .accounts: "F5 search"
        case .press: "Enter chooses"
        case .move: "↑ ↓ move"
        case .moveAcross: "← → move"
        case .yesOrNo: "y yes, n no"
        case .search: "Type to search"
        case .signOut: "Del signs out"
        case .copy: "^Y copies"
        }
    }
    var keyMenu: String { "Keys" }
    func meaning(of key: MenuKey) -> String {
        switch key {
        case .move: "Move, or click"
        case .back: "Stop, go back, or close"
        case .page: "Turn a page; Home, End"
        case .reveal: "Show or copy a secret"
        case .ends: "Start, end, by a word"
        case .delete: "Delete; Del signs out"
        case .answer: "Press, answer"
        case .menu: "Keys; ? outside a field"
        case .language: language.next.demoText.languageName
        case .preset: "Choose another app"
        case .sessions: "Switch, add, sign out accounts"
        case .accounts: "Search all accounts"
        case .suspend: "Suspend; fg continues"
        case .quit: "Quit"
        }
    }
    var search: String { "Search:" }
    var noAccountFound: String { "No account has this text." }
    var noMatch: String { "Nothing has this text." }
    var accountsOnServer: String { "The accounts are on the server, which does not list them." }
    var showPicture: String { "Show the QR code" }
    var scanning: String { "Scan this code with your authenticator app. Then press any key." }
    func tooSmall(columns: Int, rows: Int) -> String {
        "To scan the QR code, enlarge the window to \(columns) columns and \(rows) rows. Or type this key into the app:"
    }
    func knownAccount(_ id: String, password: String, asksForCode: Bool) -> String {
        asksForCode ? "Example: \(id), \(password), then a code" : "Example: ID \(id), password \(password)"
    }
    func knownCode(_ code: String) -> String { "Example: the message has code \(code)" }
    var serverMessages: [String: String] { [:] }
    var discard: String { "Discard" }
    var copied: String { "Sent to the clipboard, if the terminal allows that." }
    func signOutQuestion(_ id: AccountID) -> String { "Sign out of \(id)?" }
    var signOutAllQuestion: String { "Sign out of all accounts on this device?" }
    var discardQuestion: String { "Discard what you have typed?" }
    var leaveAppQuestion: String { "Leave this app? What it has only in memory is lost." }
    var leaveApp: String { "Leave" }
    var presetQuestion: String { "Choose an app" }
    var presetChange: String { "Another app shuts down the current one." }

    func summary(of preset: AppSettings.Preset) -> String {
        switch preset {
        case .start: "Sign-up by e-mail from a start screen."
        case .accounts: "Several accounts, signed in at launch."
        case .shop: "Main screen first, terms to agree to."
        case .signIn: "Sign-in alone."
        case .remote: "Sign-up and sign-in."
        }
    }

    func sentence(about location: AccountLocation) -> String {
        switch location {
        case .memory: "Accounts in memory until the app ends."
        case .folder(let path): "Files in \(shown(path: path).shortened(to: 100))."
        case .server(let host): "On the server \(host.shortened(to: 100))."
        case .database(let host?): "In PostgreSQL at \(host.shortened(to: 100))."
        case .database(nil): "In a PostgreSQL database."
        case .program:
            "On a server in the program: ID \(LocalServer.knownAccount.id), "
                + "password \(LocalServer.knownAccount.password)."
        }
    }

    func title(of document: ConsentDocument) -> String {
        document.name == "auto-login" ? "Terms of automatic sign-in" : shown(document.name)
    }

    var requiredTerms: String { "required" }
    var optionalTerms: String { "optional" }
    func version(_ version: Int) -> String { "version \(version)" }

    var automaticSignInTerms: String {
        """
        1. What you agree to
        Once you have signed in, this device remembers it.
        The next launch does not ask for your password.
        2. What is stored
        Your ID and profile, when you signed in, and an access token.
        Your password is not stored, only the hash that checks it.
        The name and version of these terms, and when you agreed.
        3. Where it is stored
        In one folder of this device, which only you can read.
        Nothing of it is sent anywhere.
        4. When it is removed
        Signing out ends the remembered sign-in.
        Deleting your account removes it with all agreements.
        5. On a shared device
        Sign in with “Keep me signed in” switched off.
        6. If these terms change
        Their version goes up, and the next sign-in asks you again.
        """
    }

    var unknownTerms: String { "This program does not have the text of these terms." }

    // MARK: Tour

    var tourTitles: [String: String] {
        [
            "signIn": "signing in to the account of a server",
            "S0.1": "Sign-in needs both ID and password",
            "S0.2": "The form moves up by half the keyboard's height",
            "S0.3": "POST /account; 2xx is success; the token is in the header",
            "S0.4": "A sign-in has exactly one outcome",
            "S0.5": "The screen shows the outcome",
            "start": "a start screen, sign-up and a welcome, with local accounts",
            "S1.1": "Start leads to Welcome, or to Sign-up",
            "S1.2": "The ID is an e-mail address, 6 to 20 before the @",
            "S1.3": "The store decides at sign-up whether an ID is taken",
            "S1.4": "The password has 8 characters or more, twice",
            "S1.5": "A nickname is registered",
            "S1.6": "Sign-up is enabled while all four fields are valid",
            "S1.7": "Sign-up stores the account and leads to Welcome, signed in",
            "S1.8": "Welcome greets by the nickname",
            "S1.9": "Sign-out leads to Start; the account stays",
            "S1.10": "Deletion frees the ID",
            "S1.11": "Each layer has its own errors; the store has its own records",
            "password": "Beyond: the password is changed with the current one",
            "recovery": "Beyond: a forgotten password is reset with a recovery code, and the next one is shown",
            "totp": "Beyond: sign-in also requires an authenticator app, whose codes work once",
            "profile": "Beyond: the profile is edited, and a change elsewhere is not overwritten unseen",
            "export": "Beyond: the stored data is exported, and contains no password",
            "accounts": "several accounts, and automatic sign-in",
            "S2.1": "Several accounts are stored; any can sign in",
            "S2.2": "The next launch goes straight to Main, until sign-out",
            "S2.3": "The failed field turns red for a moment",
            "S2.4": "4 to 16 characters; a 17th is refused as it is typed",
            "S2.5": "The keyboard never covers the focused field",
            "S2.6": "Main shows the e-mail address that is signed in",
            "S2.7": "Sign-up can be left without any effect",
            "S2.8": "Sign-out returns to Login, over Main or not",
            "remote": "sign-up and sign-in at a server",
            "S3.1": "Sign-up sends id, password, name, e-mail and phone as JSON",
            "S3.2": "Missing members of a response have defaults: -1, false, empty",
            "S3.3": "Each kind of response has an outcome, and so has none",
            "S3.4": "A refused sign-up shows the server's message",
            "S3.5": "The check box decides about the next launch",
            "S3.6": "On launch, a stored session skips Login",
            "S3.7": "Sign-out clears the token too",
            "refresh": "Beyond: a token that has expired is refreshed, and the request is sent again",
            "switch": "Beyond: a second account is added, and switching needs no password",
            "end": "Beyond: a session that the server has ended leads to Sign-in, with a notice",
            "headers": "Beyond: a sign-in can send the ID and the password in header fields",
            "confirmation": "Beyond: a server has new addresses confirmed with a code before the first session",
            "shop": "sign-in that needs agreement to terms",
            "S4.1": "Signing in without agreement asks for it",
            "S4.2": "The agreement is stored, and changes the next Login",
            "S4.3": "ID and password are 6 to 12 characters without spaces",
            "S4.4": "Each field shows its state live",
            "S4.5": "Sign-in is enabled while both fields are valid",
            "S4.6": "Signing in blocks nothing; going back cancels it",
            "S4.7": "On success, Main shows who signed in",
            "S4.8": "Content fills large screens, and scrolls on small ones",
            "S4.9": "The bottom inset equals the keyboard's height",
            "S4.10": "View models can be bound; validators work alone",
        ]
    }

    var tourName: String { "Kim Chulsoo" }
    var tourNickname: String { "Kim" }
    var tourOtherNickname: String { "Lee" }

    func rowCount(_ number: Int) -> String { count(number, "row") }
    var tourDone: String { "That was the tour." }
    var tourInterrupted: String { "The tour was stopped. Its accounts were removed." }
    var tourNeedsEmptyFolder: String { "The tour needs an empty folder, and this one is not empty." }

    func tourFailed(row: String, step: Int, wanted: String, found: String) -> String {
        "\(row), step \(step), failed: expected \(wanted), found \(found)."
    }

    func serverEvent(_ event: ServerEvent) -> String {
        switch event {
        case .tokensExpire: "The access token expires at the server."
        case .sessionsEnd: "The server ends all sessions."
        case .credentialsAreInHeaders: "Another server reads the ID and the password in header fields."
        case .addressesNeedConfirmation: "Another server, without accounts, has new addresses confirmed."
        }
    }

    var relaunch: String { "The app is quit and launched again; only what it stored is left." }
    var rivals: String { "Two apps on one store sign up with one ID at the same time." }
    var elsewhere: String { "Another app on the same store changes the profile." }
    var tapOutside: String { "a tap outside the fields" }
    var emptyField: String { "(empty)" }
    var rejectedField: String { "(red)" }
    var noAnswer: String { "no answer" }
    func enabled(_ isEnabled: Bool) -> String { isEnabled ? "enabled" : "disabled" }
    func outcomes(_ count: Int) -> String { "outcomes: \(count)" }
    func seconds(_ number: String) -> String { "\(number) s" }
    func later(_ time: String) -> String { "after \(time)" }
    func keyboard(height: String) -> String { "keyboard \(height)" }
    func field(at place: String) -> String { "field at \(place)" }
    func shift(by length: String) -> String { "form up by \(length)" }
    func inset(by length: String) -> String { "inset \(length)" }
    func margins(_ length: String) -> String { "left and right \(length)" }

    func sizeClass(_ sizeClass: SizeClass, scrolls: Bool) -> String {
        let name =
            switch sizeClass {
            case .compact: "compact"
            case .regular: "regular"
            }
        return name + (scrolls ? ", scrolls" : ", filled")
    }
}
