import App
import Domain
package import Networking
import Presentation

extension Program {
    /// Reports what the description of an API offers, or every mistake in it.
    func checkAPI(_ path: String, _ settings: AppSettings) async throws(UsageError) -> CommandResult {
        let content = try await readSettings(path)
        // Without `baseURL`, a description is used with --server. The reader reports what is not JSON.
        let hasServer = (try? JSONValue(reading: content))?.members?["baseURL"] != nil
        do throws(APIDescriptionError) {
            let server = hasServer ? settings.server : settings.server ?? Self.exampleServer
            let api = try AccountAPI(describedBy: content, baseURL: server)
            func names(offered: Bool) -> [String] {
                AccountAction.allCases.filter { (api[$0] != nil) == offered }.map(\.rawValue)
            }
            let (offered, missing) = (names(offered: true), names(offered: false))
            let text = settings.text.described(by: path, offered: Self.list(offered), missing: Self.list(missing))
            var result = CommandResult.done(
                "valid",
                ["offered": .array(offered.map { .string($0) }), "notOffered": .array(missing.map { .string($0) })],
                text: ([text] + api.notes.map { "\(path): \($0)" }).joined(separator: "\n")
            )
            result.report["notes"] = .array(api.notes.map { .string($0) })
            // Such a file does not describe anything.
            if offered.isEmpty { result.exitCode = .invalidData }
            return result
        } catch {
            let message = settings.text.mistakes(in: path, error.mistakes.count)
            var result = CommandResult.failed("invalid-description", exit: .invalidData, message)
            result.text = error.lines(of: path).joined(separator: "\n")
            result.report["mistakes"] = .array(error.mistakes.map(Self.json))
            return result
        }
    }

    private static func list(_ names: [String]) -> String { names.isEmpty ? "–" : names.joined(separator: ", ") }

    /// A server for descriptions that name none; nil is impossible.
    private static let exampleServer = try? HTTPURL("https://example.com")

    private static func json(_ mistake: APIDescriptionMistake) -> JSONValue {
        .object([
            "line": .number("\(mistake.location.line)"), "column": .number("\(mistake.location.column)"),
            "path": .string("\(mistake.path)"), "message": .string(mistake.message),
        ])
    }
}

extension CommandRunner {
    /// Walks through the life of a throw-away account, or the sessions of an existing one, and shows each request,
    /// response and outcome without secrets.
    ///
    /// Without `--send`, nothing is sent, and only the requests are shown.
    package func tryAPI(over transport: (any HTTPTransport)? = nil) async -> CommandResult {
        // The texts of the account are valid.
        guard let account = try? Registration.throwAway(hasEmailID: invocation[.idForm] != "name") else {
            return failed(.notOffered)
        }
        guard let text = invocation[.existingID] else { return await tryAPI(with: account, over: transport) }
        // No account can have such an ID.
        guard let id = try? AccountID(text) else { return failed(SignInError.invalidCredentials) }
        func existing(_ password: Password) -> Registration {
            Registration(id: id, password: password, profile: account.profile)
        }
        guard invocation.has(.send) else { return await tryAPI(with: existing(account.password), over: transport) }
        return await withPasswords([[self.text.passwordPrompt]]) { passwords in
            await tryAPI(with: existing(Password(passwords[0])), over: transport)
        }
    }

    private func tryAPI(with account: Registration, over transport: (any HTTPTransport)?) async -> CommandResult {
        guard case .remote(let backend) = composition.configuration.backend else { return failed(.notOffered) }
        let sends = invocation.has(.send)
        var trial = ServerTrial(
            of: account,
            isExisting: invocation.has(.existingID),
            at: backend.api,
            language: text.language.rawValue,
            over: sends
                ? transport ?? backend.systemTransport() : AcceptingTransport(backend.api, owner: account)
        )
        await trial.run()
        let mask = MaskedExchange(account, at: backend.api)
        let secrets = SecretForms(trial.secrets + backend.api.constants.values)
        let steps = trial.steps.map { step in
            let failure = backend.api.isIncomplete(step) ? incomplete : step.error.map(failed)
            return TrialStep(
                action: step.action,
                isOffered: backend.api[step.action] != nil,
                failure: failure?.hiding(secrets),
                exchanges: step.exchanges.map { (mask.json($0.request), sends ? $0.response.map(mask.json) : nil) },
                findings: backend.api.findings(of: step.action, in: step.exchanges, session: step.session)
            )
        }
        return result(of: steps, for: account, accountRemains: sends && trial.accountRemains)
    }

    /// The result of a request that the description cannot make.
    private var incomplete: CommandResult {
        .failed("incomplete-request", exit: .invalidData, text.requestIncomplete)
    }

    private func failed(_ error: any Error) -> CommandResult {
        switch error {
        case RegistrationError.duplicateAccount: failed(SignUpError.duplicateAccount)
        case let step as ServerTrial.StepRequired:
            .failed("step-required", messages.message(for: step.challenge) + " " + text.stepEndsTrial)
        case AuthenticationError.invalidCredentials: failed(SignInError.invalidCredentials)
        case RegistrationError.service(let failure), AuthenticationError.service(let failure): failed(failure)
        default: failed(error as? AccountServiceFailure ?? .remote(.undecodable))
        }
    }
}

extension AccountAPI {
    /// Returns whether a step failed before its last request, because a placeholder has no value.
    fileprivate func isIncomplete(_ step: ServerTrial.Step) -> Bool {
        guard let endpoint = self[step.action], step.error != nil else { return false }
        let exchanges = step.exchanges
        return exchanges.count <= endpoint.before.count
            && exchanges.allSatisfy { $0.response?.status.kind == .successful }
    }
}
