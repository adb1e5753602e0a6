import App
import Domain
import Networking
import Persistence
import Presentation

/// A player of one system's script, which uses the view models of its app and prints actions and results.
@MainActor
final class TourPlayer {
    let text: any DemoText
    var messages: any MessageCatalog { text.messages }
    private(set) var configuration: AppConfiguration
    let server: TourServer
    let clock = TourClock()
    let openStores: @MainActor () -> Repositories
    private let print: @MainActor (String) async throws(TourFailure) -> Void

    lazy var app = makeApp()
    lazy var flow = app.makeRootFlow()
    private var hasLaunched = false

    private var scenes = SceneStack()

    private var row = (id: "", step: 0)

    /// The operation of the last buttons, if the script has not waited for it yet.
    private var pressing: Task<Void, Never>?

    /// The form that was submitted last, and the errors of its submissions; nil for a success.
    private var submitted: (any FormViewModel)?
    private var outcomes: [TourSight?] = []

    /// The last recovery code that was shown, and the authenticator app.
    private var recoveryCode: RecoveryCode?
    private var authenticator: TOTP?

    /// Creates a player of an app; each launch opens the stores.
    init(
        _ configuration: AppConfiguration,
        server: TourServer,
        text: any DemoText,
        openStores: @escaping @MainActor () -> Repositories,
        print: @escaping @MainActor (String) async throws(TourFailure) -> Void
    ) {
        self.configuration = configuration
        self.server = server
        self.text = text
        self.openStores = openStores
        self.print = print
    }

    /// Plays the script, and shuts the app down.
    func play(_ steps: [TourStep]) async throws(TourFailure) {
        do {
            for step in steps {
                row.step += 1
                try await play(step)
            }
        } catch {
            await app.shutDown()
            throw error
        }
        await app.shutDown()
    }

    func makeApp() -> AppComposition {
        AppComposition(
            configuration,
            repositories: openStores(),
            dates: DateGenerator { [clock] in clock.date },
            clock: clock,
            transport: server
        )
    }

    private func play(_ step: TourStep) async throws(TourFailure) {
        switch step {
        case .row(let id):
            row = (id, 0)
            try await print("\n\(id)  \(text.tourTitles[id] ?? "")")
        case .beyond(let id):
            row = (id, 0)
            try await print("\n\(text.tourTitles[id] ?? "")")
        case .all(let steps): for step in steps { try await play(step) }
        case .launch(let sight): try await launch(sight)
        case .press(let name, let sight): try await press(name, sight)
        case .shows(let sight): try await show(sight)
        case .fill(let texts, let enables): try await fill(texts, enables)
        case .type(let field, let typed, let validity, let enablement, let kept):
            try await type(field, typed, validity, enablement, kept)
        case .field(let field, let state):
            let form: any FormViewModel = try screen()
            try await wait(until: { form.formState[field] == state })
            try await show(field, of: form)
        case .code(let source): try await fill([.code: code(from: source)], [])
        case .tapOutside: try await tapOutside()
        case .remember(let remembers):
            let screen: SignInViewModel = try screen()
            screen.remember(remembers)
            try await tell("▸", "\(remembers ? "[x]" : "[ ]") \(messages.title(of: .remember as ButtonName))")
            try expect(screen.state.value.remembers, is: remembers)
        case .agree:
            for document in terms?.terms.documents ?? [] {
                try await tell("▸", "[x] \(text.title(of: document))")
                await top?.press(.agree(document), in: text)
            }
            try expect(terms?.missing, is: [])
        case .greets(let name):
            try await show(nil)
            try expect(screen(HomeViewModel.self).state.value.name, is: name)
        case .enabled(let buttons):
            let parts = top?.parts(in: text, editors: [:]) ?? []
            let found = parts.compactMap { part -> ButtonName? in
                if case .button(let name)? = part.item, !part.element.isDisabled { name } else { nil }
            }
            try await tell("│", found.map(button).joined(separator: " "))
            try expect(found, is: buttons)
        case .screens(let count): try expect(flow.state.value.routes?.routes.count, is: count)
        case .terms(let layout):
            let terms = terms
            switch terms?.layout {
            case .full:
                for document in terms?.terms.documents ?? [] { try await tell("│", "[ ] \(text.title(of: document))") }
            case .link: try await tell("│", button(.terms))
            case nil: break
            }
            try expect(terms?.layout, is: layout)
            try expect(terms?.agreed, is: [])
        case .headline(let headline):
            let outcome = (submitted as? SignInViewModel)?.state.value.outcome
            try await tell("│", "‹\(outcome.map(messages.text(of:)) ?? "")›")
            try expect(outcome, is: headline)
        case .outcomes(let count):
            try await tell("·", text.outcomes(outcomes.count))
            try expect(outcomes.count, is: count)
        case .notice(let notice):
            try await tell("·", messages.message(for: notice))
            try expect(outcomes.last, is: .signUpNotice(notice))
        case .keyboard(let height, let rule, let length): try await showKeyboard(height, rule, length)
        case .arranges(let size, let sizeClass, let wanted, let scrolls):
            try await arrange(size, sizeClass, wanted, scrolls)
        case .reads(let body, let wanted):
            let format = AccountAPI.s3(at: LocalServer.url)[.signUp]?.response ?? ResponseFormat()
            let outcome = ResponseOutcome(JSONValue.orNull(Array(body.utf8)), format: format)
            let found = "\(outcome.status), \(outcome.success), “\(outcome.message.text)”"
            try await tell("│", "\(body) → \(found)")
            try expect(found, is: wanted)
        case .validates(let form, let expected):
            let issues = app.signInValidator.issues(in: form)
            for issue in issues { try await tell("│", "✘ " + messages.message(for: issue)) }
            try expect(issues, is: expected)
        case .pass(let seconds): try await pass(seconds)
        case .advance(let time):
            try await wait { [clock] in await clock.waitForSleepers([time]) }
            clock.advance(by: time)
            try await tell("·", text.later(text.seconds(time)))
        case .later(let time):
            clock.advance(by: time)
            try await tell("·", text.later(text.seconds(time)))
        case .answer(let status, let header, let body): try answer(status, header, body)
        case .noAnswer: server.answerNext(with: nil)
        case .exchange(let request, let texts, let isInHeader):
            try await showExchange(request, texts, inHeader: isInHeader)
        case .owner(let id): try await showOwner(id)
        case .serverAccounts(let ids): try expect(server.accountIDs, is: ids)
        case .server(let event):
            server.bring(about: event)
            if event == .credentialsAreInHeaders { configuration.backend.sendCredentialsInHeaders() }
            try await tell("·", text.serverEvent(event))
        case .call(let exchanges): try await call(exchanges)
        case .switcher(let ids, let id): try await chooseAccount(id, among: ids)
        case .stored(let ids):
            let stored = try await accounts().map(\.id.text)
            let list = stored.isEmpty ? "" : ": " + stored.joined(separator: ", ")
            try await tell("·", text.accountCount(stored.count) + list)
            try expect(stored, is: ids)
        case .remembered(let id):
            let sessions = openStores().sessions
            let session = try await mapError(TourFailure.unavailable, awaiting: try await sessions.load()).active
            try expect(session?.accountID.text, is: id)
        case .rivals(let texts): try await playRivals(texts)
        case .layers(let texts, let errors): try await showLayers(texts, errors)
        case .elsewhere(let texts): try await changeProfileElsewhere(texts)
        case .exports(let members, let secret): try await export(members, without: secret)
        case .record(let id, let members): try await showRecord(of: id, members)
        }
    }

    /// Prints a line: `▸` marks an action of the user, `│` a result, and `·` a remark.
    func tell(_ mark: String, _ line: String) async throws(TourFailure) {
        try await print("   \(mark) \(line)")
    }

    // MARK: Expectations

    /// Throws unless the result is that of the script.
    func expect<Value: Equatable>(_ found: Value, is wanted: Value) throws(TourFailure) {
        guard found == wanted else { throw failure(wanted: "\(wanted)", found: "\(found)") }
    }

    /// Returns the reason of a failure: a request to stop, a failed store, or else the app.
    func failure(wanted: String, found: String) -> TourFailure {
        if Task.isCancelled { return .interrupted }
        let states: [Any?] = [flow.state.value, flow.alerts.state.value, state(of: scenes.top?.model)]
        let errors = states.flatMap(Self.errors)
        if let error = errors.lazy.compactMap({ $0 as? StorageError }).first { return .unavailable(error) }
        return .unexpected(row: row.id, step: row.step, wanted: wanted, found: found)
    }

    /// Waits for an operation, which fails after five minutes of real time; a busy machine needs more than one.
    private func wait(_ operation: @escaping @MainActor () async -> Void) async throws(TourFailure) {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let work = Task {
            await operation()
            end.yield(!Task.isCancelled)
        }
        let watchdog = Task {
            // This task is cancelled when the operation has finished.
            try? await ContinuousClock().sleep(for: .seconds(300))
            end.yield(false)
        }
        var iterator = ends.makeAsyncIterator()
        let hasCome = await iterator.next() == true
        work.cancel()
        watchdog.cancel()
        guard hasCome else { throw failure(wanted: "an answer", found: "none") }
    }

    /// Waits until the topmost screen has changed as expected.
    private func wait(until isShown: @escaping @MainActor () -> Bool) async throws(TourFailure) {
        guard let changes = top?.changes.values else { throw failure(wanted: "a screen", found: "none") }
        try await wait { for await _ in changes where isShown() { return } }
    }

    /// Returns the errors within a state or an error, the outer ones first.
    static func errors(in value: Any) -> [any Error] {
        let inner = Mirror(reflecting: value).children.flatMap { errors(in: $0.value) }
        return (value as? any Error).map { [$0] + inner } ?? inner
    }
}

// MARK: - Screens

extension FormViewModel {
    fileprivate var canSubmit: Bool { form.state.canSubmit }
    fileprivate var terms: TermsState? { form.state.terms }
    fileprivate var button: ButtonName { self is SignUpViewModel ? .signUp : .signIn }

    /// The result of the last submission that the form shows: a failure, or a notice.
    var result: TourSight? {
        switch form.state.phase {
        case .failed(let error as SignUpError): .signUpFailed(error)
        case .notice(let notice): .signUpNotice(notice)
        case .failed(let error as SignInError): .signInFailed(error)
        default: nil
        }
    }

    fileprivate var phase: Any { form.state.phase }
}

extension TourPlayer {
    var top: (any Scene)? {
        // The tour exports nothing.
        let exports = ExportFolder(path: ".", besides: .inMemory)
        scenes.show(flow.state.value.routes?.routes ?? [], of: flow, saving: exports)
        return scenes.top
    }

    private func state(of model: AnyObject?) -> Any? {
        switch model {
        case let start as StartViewModel: start.state.value
        case let form as any FormViewModel: form.phase
        case let home as HomeViewModel: home.state.value.phase
        default: nil
        }
    }

    /// The terms on the topmost screen.
    private var terms: TermsState? { top?.formModel?.terms }

    /// Returns the view model of the topmost screen; throws if it has another type.
    func screen<Model>(_ kind: Model.Type = Model.self) throws(TourFailure) -> Model {
        guard let screen = top?.model as? Model else { throw failure(wanted: "\(kind)", found: "another screen") }
        return screen
    }

    /// The visible screen, alert or error.
    private var sight: TourSight? {
        switch flow.alerts.state.value?.subject {
        case .recoveryCode: return .recoveryCode
        case .accountDeletion: return .deletion
        case let subject?: return .alert(subject)
        case nil: break
        }
        switch top?.model {
        case is StartViewModel: return .start
        case let form as any FormViewModel where form === submitted && form.result != nil: return form.result
        case is SignUpViewModel: return .signUp
        case is SignInViewModel: return .signIn
        case let home as HomeViewModel:
            guard let id = home.state.value.signedInID else { return .main }
            return id == flow.state.value.routes?.session?.accountID ? .welcome(id.text) : nil
        default:
            guard let scene = top else { return nil }
            let failures = scene.parts(in: text, editors: [:]).compactMap(\.failure)
            return failures.first.map { .failed($0) } ?? .screen(scene.title)
        }
    }

    /// Shows the screen, its alert or the error of its form, after the operation of the last button.
    private func show(_ wanted: TourSight?) async throws(TourFailure) {
        if let pressing { try await wait { await pressing.value } }
        pressing = nil
        switch wanted {
        case .alert, .recoveryCode, .deletion: try await waitForAlert()
        default: break
        }
        if case .recoveryCode(let code)? = flow.alerts.state.value?.subject { recoveryCode = code }
        let last = scenes.top?.model
        if let scene = top, scene.model !== last { await scene.appear() }
        guard let sight else { throw failure(wanted: "a screen", found: "none") }
        try await tell("│", line(for: sight))
        if let wanted { try expect(sight, is: wanted) }
    }

    private func waitForAlert() async throws(TourFailure) {
        let alerts = flow.alerts.state.values
        try await wait { for await alert in alerts where alert != nil { return } }
    }

    func line(for sight: TourSight) -> String {
        switch sight {
        case .start: return "\(title(.start)) \(button(.start))"
        case .signUp: return title(.signUp)
        case .signIn: return title(.signIn)
        case .main: return "\(title(.main)) \(button(.signIn))"
        case .welcome(let id):
            let home = (top?.model as? HomeViewModel)?.state.value
            let greeting = messages.greeting(to: home?.name ?? "")
            return "\(title(.welcome)) \(greeting) (\(id)) \(button(home?.action ?? .signOut))"
        case .screen(let name): return title(name)
        case .failed(let message): return "✘ " + message
        case .alert, .recoveryCode, .deletion:
            guard let alert = flow.alerts.state.value else { return "" }
            let buttons = alert.buttons.map { button($0.name) }.joined(separator: " ")
            var message = alert.message(in: messages).replacing("\n", with: " ")
            if let recoveryCode { message.replace(recoveryCode.revealed, with: "•••") }
            return "‹\(alert.title(in: messages))› \(message) \(buttons)"
        case .signUpFailed(let error): return "✘ " + messages.message(for: error)
        case .signUpNotice(let notice): return "✔ " + messages.message(for: notice)
        case .signInFailed(let error): return "✘ " + messages.message(for: error)
        }
    }

    func title(_ name: ScreenName) -> String { "[\(messages.title(of: name))]" }

    func button(_ name: ButtonName) -> String { "⟨\(messages.title(of: name))⟩" }

    private func show(_ field: AccountField, of form: any FormViewModel) async throws(TourFailure) {
        let state = form.formState
        var issues = state.refusal.map { [$0] } ?? []
        if issues.isEmpty, case .invalid(let found) = state[field] {
            issues = found.map { FieldIssue(field: field, issue: $0) }
        }
        for issue in issues { try await tell("│", "✘ " + messages.message(for: issue)) }
        if issues.isEmpty { try await tell("│", "\(mark(of: state[field])) \(messages.label(of: field))") }
    }

    private func mark(of state: FieldState) -> String {
        switch state {
        case .untouched: "○"
        case .editing: "…"
        case .valid: "✔"
        case .invalid: "✘"
        case .rejected: "✘ " + text.rejectedField
        }
    }

    // MARK: The user

    private func launch(_ wanted: TourSight) async throws(TourFailure) {
        if hasLaunched { try await tell("·", text.relaunch) }
        hasLaunched = true
        await app.shutDown()
        (app, scenes, submitted) = (makeApp(), SceneStack(), nil)
        flow = app.makeRootFlow()
        await flow.launch()
        try await show(wanted)
    }

    private func press(_ name: ButtonName, _ wanted: TourSight?) async throws(TourFailure) {
        try await tell("▸", button(name))
        guard let action = action(of: name) else { throw failure(wanted: button(name), found: "no such button") }
        let earlier = pressing
        pressing = Task {
            await action()
            await earlier?.value
        }
        if let wanted { try await show(wanted) }
    }

    private func action(of name: ButtonName) -> (@MainActor () async -> Void)? {
        let flow = flow
        if let alert = flow.alerts.state.value {
            guard let button = alert.buttons.first(where: { $0.name == name }) else { return nil }
            submitted = nil
            return { await flow.alerts.answer(button.action, to: alert.id) }
        }
        guard let scene = top else { return nil }
        switch (scene.model, name) {
        case (let form as SignUpViewModel, .back): return { form.cancel() }
        case (let form as SignInViewModel, .back): return { form.cancel() }
        default: break
        }
        let parts = scene.parts(in: text, editors: [:])
        guard parts.contains(where: { $0.item == .button(name) && !$0.element.isDisabled }) else { return nil }
        guard let form = scene.model as? any FormViewModel, name == form.button else {
            return { await scene.press(.button(name), in: self.text) }
        }
        return { await self.submit(form, of: scene) }
    }

    private func submit(_ form: some FormViewModel, of scene: any Scene) async {
        (submitted, outcomes) = (form, [])
        var last = form.form.state.phase
        let counting = scene.changes.observe {
            let phase = form.form.state.phase
            if phase != last, phase != .idle, phase != .submitting { self.outcomes.append(form.result) }
            last = phase
        }
        await scene.press(.button(form.button), in: text)
        counting.cancel()
    }

    private func fill(_ texts: KeyValuePairs<AccountField, String>, _ enables: [Bool]) async throws(TourFailure) {
        let form: any FormViewModel = try screen()
        var changes = [form.canSubmit]
        for (field, typed) in texts {
            try await tell("▸", line(for: typed, in: field))
            form.focus(field)
            form.edit(field, typed)
            if changes.last != form.canSubmit { changes.append(form.canSubmit) }
        }
        guard !enables.isEmpty else { return }
        try await tell("│", button(form.button) + ": " + changes.map { text.enabled($0) }.joined(separator: " → "))
        try expect(changes, is: enables)
    }

    private func code(from source: CodeSource) throws(TourFailure) -> String {
        if let setup = top?.setup { authenticator = TOTP(setup.secret) }
        let code =
            switch source {
            case .recoveryAlert: recoveryCode?.revealed
            case .authenticator: authenticator.map { $0.revealedPassword(ofStep: $0.step(at: clock.date)) }
            case .message(let id): server.code(for: id)
            }
        guard let code else { throw failure(wanted: "a code", found: "none") }
        return code
    }

    private func type(
        _ field: AccountField,
        _ typed: String,
        _ validity: Validity,
        _ enablement: Enablement?,
        _ kept: String?
    ) async throws(TourFailure) {
        let form: any FormViewModel = try screen()
        try await tell("▸", line(for: typed, in: field))
        if form.edit(field, typed) { form.leave(field) }
        try await show(field, of: form)
        let (state, isEnabled) = (form.formState, form.canSubmit)
        let outcome = "\(button(form.button)) \(text.enabled(isEnabled))"
        try await tell("│", kept == nil ? outcome : line(for: state.form[field], in: field))
        try expect(state.form[field] == kept ?? typed, is: true)
        try expect(state[field] == .valid ? .valid : .invalid, is: validity)
        if let enablement { try expect(isEnabled ? .enabled : .disabled, is: enablement) }
    }

    /// Taps on a field, then outside all fields.
    private func tapOutside() async throws(TourFailure) {
        let form: any FormViewModel = try screen()
        let frames = [AccountField.id: 200.0, .password: 260].mapValues {
            LayoutRect(x: 20, y: $0, width: 280, height: 40)
        }
        let focus = EditingFocus(field: form.formState.focus, frames: frames)
        try expect(focus.isEnded(byTapAt: LayoutPoint(x: 30, y: 270)), is: false)
        try expect(focus.isEnded(byTapAt: LayoutPoint(x: 160, y: 400)), is: true)
        try await tell("▸", text.tapOutside)
        form.focus(nil)
        try expect(form.formState.focus, is: nil)
    }

    /// Advances the clock by the seconds of a sign-in, and shows each as the screen counts it.
    private func pass(_ seconds: Int) async throws(TourFailure) {
        let screen: SignInViewModel = try screen()
        let delay = configuration.signInDelay
        for second in 1...seconds {
            // The delay, and the screen that counts its seconds.
            let sleepers: Set = [delay - .seconds(second - 1), .seconds(1)]
            try await wait { [clock] in await clock.waitForSleepers(sleepers) }
            clock.advance(by: .seconds(1))
            guard .seconds(second) < delay else { return }
            try await wait(until: { screen.state.value.submission.elapsed == .seconds(second) })
            try await tell("│", text.seconds(screen.state.value.submission.elapsed) + " …")
        }
    }

    /// Returns the label of a field and its text, as the screen shows it.
    private func line(for typed: String, in field: AccountField) -> String {
        let shown = field.isSecret ? String(repeating: "•", count: typed.count) : typed
        return "\(messages.label(of: field)): \(typed.isEmpty ? text.emptyField : shown)"
    }
}
