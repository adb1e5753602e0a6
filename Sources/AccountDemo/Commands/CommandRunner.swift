package import App
import Domain
import Networking
import Persistence
import Presentation

/// The commands for accounts, with the operand and the options of an invocation.
package struct CommandRunner: Sendable {
    let invocation: Invocation
    let composition: AppComposition
    let console: any Console
    let meter: ProgressMeter?
    let text: any DemoText
    var messages: any MessageCatalog { text.messages }

    /// Creates a runner; exports and imports show their progress if there is a meter.
    package init(
        _ invocation: Invocation,
        composition: AppComposition,
        console: any Console,
        meter: ProgressMeter? = nil
    ) {
        self.invocation = invocation
        self.composition = composition
        self.console = console
        self.meter = meter
        text = composition.configuration.language.demoText
    }

    var operand: String { invocation.operand ?? "" }

    package func signUp() async -> CommandResult {
        if let failure = unknownDocument(among: agreedDocuments) { return failure }
        if composition.configuration.offersRecoveryCodeAtSignUp, !composition.canMakeRecoveryCode {
            return failed(MakeRecoveryCodeError.service(.notOffered))
        }
        return await withPasswords([[text.passwordPrompt, text.repeatPrompt]]) { passwords in
            var form = AccountForm([.id: operand, .password: passwords[0], .confirmation: passwords[0]])
            for (option, text) in invocation.options {
                if case .field(let field) = option { form[field] = text }
            }
            do throws(SignUpError) {
                switch try await composition.signUp(form, agreeingTo: agreedDocuments) {
                case .signedIn(let opened):
                    let result = done("signed-up", opened, text: text.signedUp(opened.session.accountID))
                    guard composition.configuration.offersRecoveryCodeAtSignUp else { return result }
                    return result.followed(by: await makeRecoveryCode(for: opened.session, Password(passwords[0])))
                case .challenge(let challenge):
                    return .done(
                        "signed-up",
                        ["reason": .string("confirmation-required")],
                        text: instruction(for: challenge)
                    )
                case .signInRequired:
                    return .done(
                        "signed-up",
                        ["reason": .string("sign-in-required")],
                        text: messages.message(for: FlowNotice.signInRequired)
                    )
                case .signInCancelled:
                    return .failed("cancelled", messages.message(for: FlowNotice.signInCancelled))
                case .agreementNotSaved(let error):
                    let message = messages.message(for: FlowNotice.agreementNotSaved(error))
                    return failed(error, located(message, of: error.store))
                case .outcomeHidden:
                    return .failed("outcome-hidden", messages.message(for: FlowNotice.outcomeHidden))
                }
            } catch {
                return failed(error)
            }
        }
    }

    package func signIn() async -> CommandResult {
        if let failure = unknownDocument(among: agreedDocuments) { return failure }
        let remember = !invocation.has(.noRemember)
        return await withPasswords([[text.passwordPrompt]]) { passwords in
            let form = AccountForm([.id: operand, .password: passwords[0]])
            do throws(SignInError) {
                let step = try await composition.signIn(form, agreeingTo: agreedDocuments, remember: remember)
                switch step {
                case .challenge(let challenge): return await complete(challenge, remember: remember)
                case .done(let opened):
                    let lines = [text.signedIn(opened.session.accountID)] + (remember ? [] : [text.notRemembered])
                    return done("signed-in", opened, text: lines.joined(separator: "\n"))
                }
            } catch {
                return failed(error)
            }
        }
    }

    /// Shows the account that is signed in.
    package func status() async -> CommandResult {
        await withSession(orElse: signedOut) { session in
            do throws(SessionError) {
                // A server may have ended the session.
                if let verifier = composition.sessionVerifier {
                    _ = try await composition.session.authorized { session throws(AccountServiceFailure) in
                        try await verifier.owner(of: session)
                    }
                }
            } catch {
                switch error {
                case .signedOut, .ended: return signedOut
                // Without a refresh, the refusal has ended the session.
                case .service(.tokenRefused) where composition.session.state.session == nil: return signedOut
                case .cancelled, .service: return failed(error)
                }
            }
            return done("signed-in", session, text: text.isSignedIn(session.accountID))
        }
    }

    private var signedOut: CommandResult {
        var result = CommandResult.done("signed-out", text: line(about: composition.session.state))
        result.exitCode = .refused
        return result
    }

    /// Returns the result for a session that may have expired, because the clock looks wrong.
    private func uncertain(_ session: Session) -> CommandResult {
        let message = messages.message(for: FlowNotice.sessionUncertain)
        var result = CommandResult.failed("clock-uncertain", exit: .clockUncertain, message)
        result.report["outcome"] = .string("uncertain")
        result.report["account"] = json(session.accountID, session.profile)
        return result
    }

    /// Shows the profile of the account that is signed in, or changes the fields of the options.
    package func profile() async -> CommandResult {
        await withSession { session in
            var form = AccountForm()
            var fields: [AccountField] = []
            for case .field(let field) in invocation.options.keys {
                form[field] = invocation.options[.field(field)] ?? ""
                fields.append(field)
            }
            do throws(UpdateProfileError) {
                let current: Session
                do throws(UpdateProfileError) {
                    current = try await composition.currentProfile(of: session).session
                } catch {
                    // Nothing was to be changed yet.
                    if case .service(let failure) = error { return failed(failure) }
                    throw error
                }
                guard !fields.isEmpty else { return done("profile", current, text: shown(current.profile)) }
                let edit: ProfileEdit
                do throws(FieldIssue) {
                    edit = try ProfileEdit(of: current.profile, to: form, fields: fields)
                } catch {
                    return failed(UpdateProfileError.invalidInput([error]))
                }
                guard !edit.changedFields.isEmpty else {
                    return done("profile-unchanged", current, text: text.profileUnchanged(session.accountID))
                }
                guard case .signedIn(let opened) = try await composition.updateProfile(of: current, edit) else {
                    let members = ["reason": JSONValue.string("sign-in-required")]
                    return .done("profile-changed", members, text: text.profileChanged(session.accountID))
                }
                guard let error = opened.storageError else {
                    var result = done("profile-changed", opened.session, text: text.profileChanged(session.accountID))
                    if let challenge = await confirmation(for: opened.session, after: edit) {
                        result.text += "\n" + instruction(for: challenge)
                        result.report["reason"] = .string("confirmation-required")
                    }
                    return result
                }
                let message = messages.message(for: FlowNotice.profileNotStored(error))
                return failed(error, located(message, of: error.store))
            } catch {
                return failed(error)
            }
        }
    }

    /// Returns the confirmation of a changed address, if it needs one.
    private func confirmation(for session: Session, after edit: ProfileEdit) async -> Challenge? {
        // If the store cannot be read, the server says at the next sign-in what is missing.
        guard edit.changedFields.contains(.email), let step = try? await composition.pendingConfirmation() else {
            return nil
        }
        return step.accountID == session.accountID && step.address == session.profile.email ? step : nil
    }

    private func shown(_ profile: Profile) -> String {
        let lines = Profile.fields.compactMap { field in
            field.text(in: profile).map { "\(messages.label(of: field.field)): \($0)" }
        }
        return lines.isEmpty ? text.emptyProfile : lines.joined(separator: "\n")
    }

    package func changePassword() async -> CommandResult {
        guard composition.canChangePassword else {
            return failed(ChangePasswordError.service(.notOffered))
        }
        return await withSession { session in
            await withPasswords([[text.currentPasswordPrompt], [text.newPasswordPrompt, text.repeatPrompt]]) {
                passwords in
                let new = Password(passwords[1])
                do throws(ChangePasswordError) {
                    let outcome = try await composition.changePassword(
                        session,
                        from: Password(passwords[0]),
                        to: new,
                        confirmation: new
                    )
                    switch outcome {
                    case .signedIn(let opened):
                        return done("password-changed", opened, text: text.passwordChanged(session.accountID))
                    case .sessionEnded:
                        let message = messages.message(for: FlowNotice.passwordChangedAndSignedOut)
                        return .done("password-changed", ["reason": .string("sign-in-required")], text: message)
                    }
                } catch {
                    return failed(error)
                }
            }
        }
    }

    /// Deletes the account that is signed in, if the user confirms it, with the password if the policy requires it.
    package func deleteAccount() async -> CommandResult {
        await withSession(withoutTerms: true) { session in
            let (question, stopped) = (text.deletionQuestion(session.accountID), text.passwordInput(.interrupted))
            guard invocation.has(.yes) || console.confirm(question.printable, stopped: stopped) else {
                return .failed("cancelled", stopped)
            }
            let result = await deleteAccount(of: session, password: nil)
            guard result.report["reason"] == .string("password-required") else { return result }
            return await withPasswords([[text.passwordPrompt]]) { passwords in
                await deleteAccount(of: session, password: Password(passwords[0]))
            }
        }
    }

    private func deleteAccount(of session: Session, password: Password?) async -> CommandResult {
        do throws(DeleteAccountError) {
            try await composition.deleteAccount(session, password: password)
            return done("deleted", session, text: text.deleted(session.accountID))
        } catch {
            return failed(error)
        }
    }

    /// Runs an operation that needs the session of an existing account; some do not need the agreement to the terms.
    func withSession(
        withoutTerms: Bool = false,
        orElse signedOut: @autoclosure () -> CommandResult? = nil,
        _ work: (Session) async -> CommandResult
    ) async -> CommandResult {
        switch await composition.restoreSession() {
        case .restored(let session): await unlessEnded(session, work)
        case .termsRequired(let session, let documents):
            await unlessEnded(session) { withoutTerms ? await work($0) : termsRequired(documents) }
        case .none: signedOut() ?? .failed("not-signed-in", line(about: composition.session.state))
        case .uncertain(let session): uncertain(session)
        case .unavailable(let error): failed(error)
        }
    }

    /// Runs an operation unless the account of a session on this device was deleted; its ID may have a new owner.
    private func unlessEnded(_ session: Session, _ work: (Session) async -> CommandResult) async -> CommandResult {
        guard case .local = composition.configuration.backend else { return await work(session) }
        do {
            let account = try await composition.accounts.find(session.accountID)
            guard account?.registrationID == session.registrationID else {
                return failed(DeleteAccountError.sessionEnded)
            }
        } catch {
            return failed(error)
        }
        return await work(session)
    }

    /// Reads passwords, and a code if its prompt is at a place, and runs an operation that needs them.
    ///
    /// The code of `--code` is taken instead; `-` stands for one to read.
    func withPasswords(
        _ prompts: [[String]],
        codeAt place: Int? = nil,
        _ work: ([String]) async -> CommandResult
    ) async -> CommandResult {
        let given = place.flatMap { place in invocation[.code].flatMap { $0 == "-" ? nil : (place, $0) } }
        var asked = prompts
        if let given { asked.remove(at: given.0) }
        var texts: [String]
        do throws(PasswordInputError) {
            texts = asked.isEmpty ? [] : try console.readPasswords(asked)
        } catch {
            guard given == nil, let place, case .endOfInput(let end) = error, end >= place else {
                return failed(error)
            }
            return end == place
                ? .failed("code-required", field: .code, text.codeMissing)
                : .failed("invalid-input", field: .password, text.passwordAfterCodeMissing)
        }
        if let given { texts.insert(given.1, at: given.0) }
        return await work(texts)
    }

    package func accounts() async -> CommandResult {
        await withStores(listAccounts)
    }

    func listAccounts() async -> CommandResult {
        let accounts: [AccountSummary]
        do {
            accounts = try await composition.allAccounts()
        } catch {
            return failed(error)
        }
        let lines = accounts.map { "  \($0.id)" + ($0.profile.nickname.map { "  \($0.text)" } ?? "") }
        let output = ([text.accountCount(accounts.count)] + lines).joined(separator: "\n")
        return .done("accounts", ["accounts": .array(accounts.map { json($0.id, $0.profile) })], text: output)
    }

    /// Lists the IDs that a shell completes, a line each: those of the accounts on this device, and those that are signed in.
    ///
    /// One that a shell could take for more than a word is left out.
    package func completableIDs() async -> CommandResult {
        // A completion has no place for a failure. A part of many IDs would look like all.
        let page = try? await composition.listAccounts(limit: 1_000)
        let accounts = page?.next == nil ? page?.accounts.map(\.id) : nil
        let sessions = try? await composition.listSessions().map(\.accountID)
        let ids = Set(((accounts ?? []) + (sessions ?? [])).map(\.text)).filter(\.isPlainForShell)
        let report = JSONValue.array(ids.sorted().map { .string($0) })
        return .done("completions", ["ids": report], text: ids.sorted().joined(separator: "\n"))
    }

    /// Returns the result of a command that opened a session, which may not be stored.
    func done(_ outcome: String, _ opened: OpenedSession, text: String) -> CommandResult {
        opened.storageError.map { sessionNotSaved(opened.session, $0) } ?? done(outcome, opened.session, text: text)
    }

    func done(_ outcome: String, _ session: Session, text: String) -> CommandResult {
        .done(outcome, ["account": json(session.accountID, session.profile)], text: text)
    }

    func json(_ id: AccountID, _ profile: Profile) -> JSONValue {
        var members = ["id": JSONValue.string(id.text)]
        for field in Profile.fields {
            let text = field.text(in: profile) ?? ""
            if !text.isEmpty { members[field.key] = .string(text) }
        }
        return .object(members)
    }
}

extension AppComposition {
    /// Returns all accounts on this device, or some of them if the task is cancelled.
    func allAccounts() async throws(StorageError) -> [AccountSummary] {
        var (accounts, place): ([AccountSummary], AccountID?) = ([], nil)
        repeat {
            let page = try await listAccounts(after: place, limit: 10_000)
            accounts += page.accounts
            place = page.next
        } while place != nil && !Task.isCancelled
        return accounts
    }
}
