package import App
package import Domain
import Persistence
import Presentation

/// Does what a command line asks, on an app that is wired already.
package struct CommandRunner: Sendable {
    let composition: AppComposition
    let console: any Console
    let dates: DateGenerator
    let text: DemoText
    let messages: any MessageCatalog

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - composition: The app.
    ///   - console: Where passwords are read from.
    ///   - dates: Tells how long there is to wait.
    package init(composition: AppComposition, console: any Console, dates: DateGenerator = .system) {
        self.dates = dates
        self.composition = composition
        self.console = console
        text = DemoText(composition.configuration.language)
        messages = composition.configuration.language.messages
    }

    /// Registers an account.
    package func signUp(id: String, profile: [AccountField: String]) async -> CommandResult {
        let password: String
        do {
            password = try console.readPassword(prompts: [text.passwordPrompt, text.repeatPrompt])
        } catch {
            return refused(error)
        }
        var form = AccountForm([.id: id, .password: password, .confirmation: password])
        for (field, text) in profile { form[field] = text }
        do {
            switch try await composition.signUp(form) {
            case .signedIn(let opened):
                if let cause = opened.storageError { return sessionNotSaved(opened.session, cause) }
                let report = CommandReport(outcome: .signedUp, account: listed(opened.session))
                return .done(report, text: text.signedUp(opened.session))
            case .signInRequired:
                let report = CommandReport(outcome: .signedUp, reason: "sign-in-required")
                return .done(report, text: messages.message(for: SignUpNotice.signInRequired))
            case .signInCancelled:
                return refused("cancelled", message: messages.message(for: SignUpNotice.signInCancelled))
            case .outcomeHidden:
                return refused("outcome-hidden", message: messages.message(for: SignUpNotice.outcomeHidden))
            }
        } catch {
            return failed(error)
        }
    }

    /// Signs somebody in.
    package func signIn(id: String, remember: Bool) async -> CommandResult {
        let password: String
        do {
            password = try console.readPassword(prompts: [text.passwordPrompt])
        } catch {
            return refused(error)
        }
        do {
            let opened = try await composition.signIn(AccountForm([.id: id, .password: password]), remember: remember)
            let session = opened.session
            if let cause = opened.storageError { return sessionNotSaved(session, cause) }
            let lines = [text.signedIn(session)] + (remember ? [] : [text.notRemembered()])
            return .done(
                CommandReport(outcome: .signedIn, account: listed(session)),
                text: lines.joined(separator: "\n")
            )
        } catch {
            return failed(error)
        }
    }

    /// Tells who is signed in.
    package func status() async -> CommandResult {
        switch await composition.restoreSession() {
        case .restored(let session):
            do {
                // A server may have ended the session; nobody else knows better than this device.
                _ = try await composition.sessionVerifier?.owner(of: session)
            } catch .remote(.tokenRefused) {
                return .done(CommandReport(outcome: .signedOut), text: text.nobodySignedIn, exitCode: .refused)
            } catch {
                return failed(error)
            }
            return .done(CommandReport(outcome: .signedIn, account: listed(session)), text: text.isSignedIn(session))
        case .none:
            return .done(CommandReport(outcome: .signedOut), text: text.nobodySignedIn, exitCode: .refused)
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
            let passwords: [String]
            do throws(PasswordInputError) {
                passwords = try console.readPasswords([
                    [text.currentPasswordPrompt], [text.newPasswordPrompt, text.repeatPrompt],
                ])
            } catch {
                return refused(error)
            }
            let new = Password(passwords[1])
            do throws(ChangePasswordError) {
                let opened = try await composition.changePassword(
                    session,
                    from: Password(passwords[0]),
                    to: new,
                    confirmation: new
                )
                if let cause = opened.storageError { return sessionNotSaved(opened.session, cause) }
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

    /// Does what only somebody can who is signed in.
    private func withSession(_ work: (Session) async -> CommandResult) async -> CommandResult {
        let session: Session
        switch await composition.restoreSession() {
        case .restored(let restored):
            session = restored
        case .none:
            return .failed(
                .refused,
                CommandReport(outcome: .refused, reason: "not-signed-in", message: text.nobodySignedIn)
            )
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

    private func listed(_ session: Session) -> CommandReport.ListedAccount {
        CommandReport.ListedAccount(id: session.accountID, profile: session.profile)
    }
}
