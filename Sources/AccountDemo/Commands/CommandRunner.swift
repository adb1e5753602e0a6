package import App
package import Domain
import Persistence
import Presentation

/// The commands about accounts, on an app that is composed already.
package struct CommandRunner: Sendable {
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
    ///   - composition: The app.
    ///   - console: The console to read passwords from and to show progress on.
    ///   - dates: The clock of throttling.
    ///   - progress: How the progress of exports and imports is shown.
    ///   - uptime: Returns the time that has passed since some moment.
    package init(
        composition: AppComposition,
        console: any Console,
        dates: DateGenerator = .system,
        progress: ProgressMeter.Style = .silent,
        uptime: @escaping @Sendable () -> Duration = { .zero }
    ) {
        self.composition = composition
        self.console = console
        self.dates = dates
        self.progress = progress
        self.uptime = uptime
        text = composition.configuration.language.demoText
        messages = composition.configuration.language.messages
    }

    /// Registers an account.
    package func signUp(id: String, profile: [AccountField: String]) async -> CommandResult {
        let password: String
        do {
            password = try console.readPassword(prompts: [text.passwordPrompt, text.repeatPrompt])
        } catch {
            return failed(error)
        }
        var form = AccountForm([.id: id, .password: password, .confirmation: password])
        for (field, text) in profile { form[field] = text }
        do {
            let session = try await composition.signUp(form)
            return .done(
                CommandReport(outcome: .signedUp, account: listed(session)),
                text: text.signedUp(session.accountID)
            )
        } catch {
            return failed(error)
        }
    }

    /// Signs in.
    package func signIn(id: String, remember: Bool) async -> CommandResult {
        let password: String
        do {
            password = try console.readPassword(prompts: [text.passwordPrompt])
        } catch {
            return failed(error)
        }
        do {
            let session = try await composition.signIn(AccountForm([.id: id, .password: password]), remember: remember)
            let lines = [text.signedIn(session.accountID)] + (remember ? [] : [text.notRemembered])
            return .done(
                CommandReport(outcome: .signedIn, account: listed(session)),
                text: lines.joined(separator: "\n")
            )
        } catch {
            return failed(error)
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
            return .done(
                CommandReport(outcome: .signedIn, account: listed(session)),
                text: text.isSignedIn(session.accountID)
            )
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
        guard let change = composition.changePassword else {
            return failed(ChangePasswordError.failed(.remote(.notOffered)))
        }
        return await withSession { session in
            let passwords: [String]
            do throws(PasswordInputError) {
                passwords = try console.readPasswords([
                    [text.currentPasswordPrompt], [text.newPasswordPrompt, text.repeatPrompt],
                ])
            } catch {
                return failed(error)
            }
            let new = Password(passwords[1])
            do throws(ChangePasswordError) {
                let session = try await change(
                    session,
                    from: Password(passwords[0]),
                    to: new,
                    confirmation: new
                )
                let report = CommandReport(outcome: .passwordChanged, account: listed(session))
                return .done(report, text: text.passwordChanged(session.accountID))
            } catch {
                return failed(error)
            }
        }
    }

    /// Deletes the account that is signed in.
    package func deleteAccount() async -> CommandResult {
        await withSession { session in
            do throws(DeleteAccountError) {
                try await composition.deleteAccount(session)
                let report = CommandReport(outcome: .deleted, account: listed(session))
                return .done(report, text: text.deleted(session.accountID))
            } catch {
                return failed(error)
            }
        }
    }

    /// Runs an operation that needs a session.
    private func withSession(_ work: (Session) async -> CommandResult) async -> CommandResult {
        let session: Session
        switch await composition.restoreSession() {
        case .restored(let restored):
            session = restored
        case .none:
            return refused("not-signed-in", text.notSignedIn)
        case .unavailable(let error):
            return failed(error)
        }
        return await work(session)
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

    func listed(_ session: Session) -> CommandReport.ListedAccount {
        CommandReport.ListedAccount(id: session.accountID, profile: session.profile)
    }
}
