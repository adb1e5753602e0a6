package import App
package import Domain
import Persistence
import Presentation

/// The commands about accounts, on an app that is composed already.
///
/// Each command reads its operand and its options from the invocation.
package struct CommandRunner: Sendable {
    let invocation: Invocation
    let composition: AppComposition
    let console: any Console
    let dates: DateGenerator
    let progress: ProgressMeter.Style
    let uptime: @Sendable () -> Duration
    let text: any DemoText
    let messages: any MessageCatalog

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - invocation: The command line.
    ///   - composition: The app.
    ///   - console: The console to read passwords from and to show progress on.
    ///   - dates: The clock of throttling.
    ///   - progress: How the progress of exports and imports is shown.
    ///   - uptime: Returns the time that has passed since some moment.
    package init(
        _ invocation: Invocation,
        composition: AppComposition,
        console: any Console,
        dates: DateGenerator = .system,
        progress: ProgressMeter.Style = .silent,
        uptime: @escaping @Sendable () -> Duration = { .zero }
    ) {
        self.invocation = invocation
        self.composition = composition
        self.console = console
        self.dates = dates
        self.progress = progress
        self.uptime = uptime
        text = composition.configuration.language.demoText
        messages = composition.configuration.language.messages
    }

    private var operand: String { invocation.operand ?? "" }

    /// Registers an account.
    package func signUp() async -> CommandResult {
        await withPasswords([[text.passwordPrompt, text.repeatPrompt]]) { passwords in
            var form = AccountForm([.id: operand, .password: passwords[0], .confirmation: passwords[0]])
            for (field, text) in invocation.profile { form[field] = text }
            do throws(SignUpError) {
                switch try await composition.signUp(form) {
                case .signedIn(let opened):
                    return done(.signedUp, opened, text: text.signedUp(opened.session.accountID))
                case .signInRequired:
                    let report = CommandReport(outcome: .signedUp, reason: "sign-in-required")
                    return .done(report, text: messages.message(for: SignUpFailure.signInRequired))
                case .signInCancelled:
                    return refused("cancelled", messages.message(for: SignUpFailure.signInCancelled))
                case .outcomeHidden:
                    return refused("outcome-hidden", messages.message(for: SignUpFailure.outcomeHidden))
                }
            } catch {
                return failed(error)
            }
        }
    }

    /// Signs in.
    package func signIn() async -> CommandResult {
        let remember = !invocation.has(.noRemember)
        return await withPasswords([[text.passwordPrompt]]) { passwords in
            let form = AccountForm([.id: operand, .password: passwords[0]])
            do throws(SignInError) {
                let opened = try await composition.signIn(form, remember: remember)
                let lines = [text.signedIn(opened.session.accountID)] + (remember ? [] : [text.notRemembered])
                return done(.signedIn, opened, text: lines.joined(separator: "\n"))
            } catch {
                return failed(error)
            }
        }
    }

    /// Shows who is signed in.
    package func status() async -> CommandResult {
        switch await composition.restoreSession() {
        case .restored(let session):
            do {
                // A server may have ended the session; without a server, this device knows best.
                _ = try await composition.sessionVerifier?.owner(of: session)
            } catch .remote(.tokenRefused) {
                return .done(CommandReport(outcome: .signedOut), text: text.notSignedIn, exitCode: .refused)
            } catch {
                return failed(error)
            }
            return done(.signedIn, session, text: text.isSignedIn(session.accountID))
        case .none:
            return .done(CommandReport(outcome: .signedOut), text: text.notSignedIn, exitCode: .refused)
        case .unavailable(let error):
            return failed(error)
        }
    }

    /// Ends the session.
    package func signOut() async -> CommandResult {
        switch await composition.signOut() {
        case .complete:
            return .done(CommandReport(outcome: .signedOut), text: text.signedOut)
        case .sessionRemains(let error):
            return failed(error)
        }
    }

    /// Changes the password of the account that is signed in.
    package func changePassword() async -> CommandResult {
        guard composition.canChangePassword else {
            return failed(ChangePasswordError.failed(.remote(.notOffered)))
        }
        return await withSession { session in
            await withPasswords([[text.currentPasswordPrompt], [text.newPasswordPrompt, text.repeatPrompt]]) {
                passwords in
                let new = Password(passwords[1])
                do throws(ChangePasswordError) {
                    let opened = try await composition.changePassword(
                        session,
                        from: Password(passwords[0]),
                        to: new,
                        confirmation: new
                    )
                    return done(.passwordChanged, opened, text: text.passwordChanged(session.accountID))
                } catch {
                    return failed(error)
                }
            }
        }
    }

    /// Deletes the account that is signed in.
    package func deleteAccount() async -> CommandResult {
        await withSession { session in
            do throws(DeleteAccountError) {
                try await composition.deleteAccount(session)
                return done(.deleted, session, text: text.deleted(session.accountID))
            } catch {
                return failed(error)
            }
        }
    }

    /// Runs an operation that needs a session.
    private func withSession(_ work: (Session) async -> CommandResult) async -> CommandResult {
        switch await composition.restoreSession() {
        case .restored(let session): await work(session)
        case .none: refused("not-signed-in", text.notSignedIn)
        case .unavailable(let error): failed(error)
        }
    }

    /// Reads passwords and runs an operation that needs them.
    private func withPasswords(
        _ prompts: [[String]],
        _ work: ([String]) async -> CommandResult
    ) async -> CommandResult {
        let passwords: [String]
        do throws(PasswordInputError) {
            passwords = try console.readPasswords(prompts)
        } catch {
            return failed(error)
        }
        return await work(passwords)
    }

    /// Lists the accounts.
    package func accounts() async -> CommandResult {
        var listed: [CommandReport.ListedAccount] = []
        var place: AccountID?
        do {
            repeat {
                let page = try await composition.listAccounts(after: place)
                listed += page.accounts.map { CommandReport.ListedAccount(id: $0.id, profile: $0.profile) }
                place = page.next
            } while place != nil
        } catch {
            return failed(error)
        }
        let lines = listed.map { account in
            "  " + account.id + (account.nickname.map { "  \($0)" } ?? "")
        }
        return .done(
            CommandReport(outcome: .accounts, accounts: listed),
            text: ([text.accountCount(listed.count)] + lines).joined(separator: "\n")
        )
    }

    /// The result of a command that opened a session, which may be missing at the next launch.
    private func done(_ outcome: CommandReport.Outcome, _ opened: OpenedSession, text: String) -> CommandResult {
        opened.storageError.map { sessionNotSaved(opened.session, $0) } ?? done(outcome, opened.session, text: text)
    }

    private func done(_ outcome: CommandReport.Outcome, _ session: Session, text: String) -> CommandResult {
        .done(CommandReport(outcome: outcome, account: listed(session)), text: text)
    }

    func listed(_ session: Session) -> CommandReport.ListedAccount {
        CommandReport.ListedAccount(id: session.accountID, profile: session.profile)
    }
}
