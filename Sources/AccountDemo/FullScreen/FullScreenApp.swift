package import App
import Domain
package import Presentation

/// The full-screen app, which handles keys and returns the content of the screen.
///
/// It needs no terminal, so tests can press keys and check the content.
@MainActor
package final class FullScreenApp {
    /// Called whenever the screen has to be drawn again.
    package var changed: @MainActor () -> Void = {}

    /// Called with a text for the clipboard.
    package var copy: @MainActor (String) -> Void = { _ in }

    /// Whether the user has quit.
    package private(set) var isFinished = false

    /// The running app.
    package private(set) var composition: AppComposition

    /// The preset of the running app, if any.
    private var preset: AppSettings.Preset?

    /// Whether the app uses a server within the program, which has an account already.
    private var hasKnownAccount: Bool { preset.map(place) == .program }

    /// The presets whose known account has another password, or was deleted.
    private var outdated: Set<AppSettings.Preset?> = []
    private let exportPath: String
    private let makeComposition: @MainActor (AppSettings.Preset) -> AppComposition
    private let place: @MainActor (AppSettings.Preset) -> AccountPlace

    package private(set) var flow: RootFlowViewModel
    private var text: any DemoText
    private var subscriptions: [ObservationToken] = []

    private var scenes = SceneStack()
    private var scene: (any Scene)? { switcher ?? scenes.top }
    private var sceneSubscription: ObservationToken?

    /// The item with the focus, unless a field of a form has it.
    private var focus: SceneItem?
    private let editors = FieldEditors()

    /// The index of the button that Enter presses in an alert.
    private var selection = 0

    private var overlay: (any Overlay)? {
        didSet {
            // Whatever closes the list stops its listing.
            if (oldValue as? AccountList)?.isRunning == true, !(overlay is AccountList) { queue.stop() }
        }
    }

    /// The account switcher that covers the screen, if any.
    private var switcher: AccountsScene?

    /// The field whose password the user has made visible, until it loses the focus or is submitted.
    private var revealed: AccountField?

    /// Whether the screen says why a button is disabled, because the user has moved to it or pressed it.
    private var explainsDisabled = false

    /// The empty field because of which Enter did nothing, until the next key.
    private var missing: FieldIssue?

    /// What has just succeeded, until the next key or for some seconds.
    private var confirmation: Confirmation?
    private var confirmationAge = 0

    /// How often the spinner has turned since the operation began.
    private var spinnerStep = 0

    /// The ID that the list of accounts has put into the form.
    private var chosenID: String?

    private let queue = KeyQueue()

    /// The drawing on the terminal, by which clicks find the elements.
    package var drawing = ScreenDrawing(columns: 80, rows: 24)

    /// Creates the screens of an app, which save exports in a folder; `launch` returns the app of a preset that the user
    /// selects, and `place` where its accounts are.
    package init(
        _ composition: AppComposition,
        preset: AppSettings.Preset? = nil,
        language: Language,
        exportPath: String = ".",
        place: @escaping @MainActor (AppSettings.Preset) -> AccountPlace = { $0.needsServer ? .program : .memory },
        launch: @escaping @MainActor (AppSettings.Preset) -> AppComposition
    ) {
        self.composition = composition
        self.preset = preset
        self.exportPath = exportPath
        (self.place, makeComposition) = (place, launch)
        flow = composition.makeRootFlow()
        text = language.demoText
        queue.perform = { [weak self] in self?.perform($0) }
        queue.run = { [weak self] in await self?.confirm($0) }
        queue.ended = { [weak self] in
            self?.hideLeftPassword()
            self?.changed()
        }
        follow(flow)
    }

    /// Launches the app.
    package func launch() async {
        await queue.take { await self.flow.launch() }.value
    }

    /// Ends a confirmation that was shown long enough, and follows what other programs have changed, such as a sign-out.
    ///
    /// It is called once a second.
    package func secondPassed() async {
        confirmationAge += 1
        if confirmation != nil, confirmationAge > Self.confirmationTime {
            confirmation = nil
            changed()
        }
        await flow.noticeChanges()
    }

    /// Whether an operation runs, during which the spinner turns.
    var isBusy: Bool { isShowing && (canStop || queue.turn != nil) }

    /// Whether Escape stops the running operation.
    private var canStop: Bool { scene?.elapsed != nil }

    /// The time after which the spinner turns once more.
    static let spinnerPause = Duration.milliseconds(100)

    /// Turns the spinner; it is called after each ``spinnerPause`` while an operation runs.
    package func turnSpinner() {
        spinnerStep += 1
        changed()
    }

    /// The seconds for which a confirmation is shown.
    private static let confirmationTime = 4

    /// Shuts down the running app.
    package func shutDown() async { await composition.shutDown() }

    /// Shows the screens of a flow instead of the earlier ones.
    private func follow(_ flow: RootFlowViewModel) {
        for subscription in subscriptions { subscription.cancel() }
        sceneSubscription?.cancel()
        scenes = SceneStack()
        confirmation = nil
        self.flow = flow
        subscriptions = [
            flow.state.observe { [weak self] in self?.follow($0) },
            flow.alerts.state.observe { [weak self] alert in
                // A key that was pressed before must not close the only sight of a recovery code.
                if case .recoveryCode = alert?.subject { self?.queue.dropKeys() }
                self?.selection = alert.map(Self.safeButton) ?? 0
                self?.changed()
            },
        ]
    }

    /// Returns the button that changes nothing, which is selected first, or else the last one.
    private static func safeButton(of alert: AlertContent) -> Int {
        alert.buttons.firstIndex { $0.role == .cancel } ?? max(alert.buttons.count - 1, 0)
    }

    // MARK: The screen

    /// The content of the screen.
    package var content: ScreenContent {
        let parts = parts
        let focused = focused(in: parts)
        let title = scene.map { " — " + text.messages.title(of: $0.title) }
        var content = ScreenContent(
            title: "AccountFlow" + (isShowing ? title ?? "" : ""),
            elements: parts.map(\.element),
            focus: parts.firstIndex { $0.item != nil && $0.item == focused },
            status: isShowing ? status(of: parts, focused) : nil,
            help: text.hints(hints(for: focused))
        )
        content.alert = flow.alerts.state.value.map(shown)
        content.shortened = confirmation?.accountID?.text
        overlay?.cover(&content, in: text)
        content.context = [preset?.rawValue, text.language.rawValue].compactMap { $0 }.joined(separator: " · ")
        return content
    }

    /// Returns an alert with its texts and the selected button.
    private func shown(_ alert: AlertContent) -> ScreenContent.Alert {
        var shown = ScreenContent.Alert(
            title: alert.title(in: text.messages),
            message: alert.message(in: text.messages),
            buttons: alert.buttons.map { text.messages.title(of: $0.name) },
            selection: selection
        )
        shown.safe = Self.safeButton(of: alert)
        shown.destructive = alert.buttons.firstIndex { $0.role == .destructive }
        return shown
    }

    /// Whether the app shows a screen, and not that its session is being restored or cannot be read.
    private var isShowing: Bool { if case .showing = flow.state.value { true } else { false } }

    /// The parts of the screen, from top to bottom.
    private var parts: [ScenePart] {
        switch flow.state.value {
        case .restoring: [.text(text.restoring)]
        case .unavailable(let error): text.unavailable(error)
        case .showing: scene?.parts(in: text, editors: editors.editors) ?? []
        }
    }

    /// The keys that have an effect now.
    private func hints(for focused: SceneItem?) -> [KeyHint] {
        let copy: [KeyHint] = shownCode == nil ? [] : [.copy]
        if let alert = flow.alerts.state.value { return KeyHint.onAlert(buttons: alert.buttons.count, also: copy) }
        if switcher != nil { return KeyHint.onAccountSwitcher(focused) }
        let escape: KeyHint? = canStop ? .stop : canLeave ? .back : nil
        let also = (escape.map { [$0] } ?? []) + copy
        return KeyHint.onScreen(focused, of: scene?.form, also: also, isShowing: isShowing)
    }

    /// The recovery code or the key for an authenticator app on the screen, if any.
    private var shownCode: String? {
        guard let alert = flow.alerts.state.value else { return switcher == nil ? scene?.setup?.secret.revealed : nil }
        return if case .recoveryCode(let code) = alert.subject { code.revealed } else { nil }
    }

    /// The running operation, what has succeeded, or why a button cannot be pressed.
    private func status(of parts: [ScenePart], _ focused: SceneItem?) -> String? {
        if let elapsed = scene?.elapsed { return text.progress(elapsed, step: spinnerStep, canStop: true) }
        // Most operations are over before a user could read this.
        if queue.turn != nil, spinnerStep > 2 {
            return text.progress(Self.spinnerPause * spinnerStep, step: spinnerStep, canStop: overlay is AccountList)
        }
        if let confirmation { return "✔ " + text.message(for: confirmation) }
        if let missing { return text.messages.message(for: missing) }
        if editors.hasRefusedPaste { return text.severalLines }
        let part = parts.first { $0.item != nil && $0.item == focused && $0.element.isDisabled }
        if explainsDisabled, let item = part?.item { return scene?.whyDisabled(item, in: text) }
        guard hasKnownAccount else { return nil }
        let (id, password) = LocalServer.knownAccount
        if scene?.title == .signIn {
            return outdated.contains(preset) ? nil : text.knownAccount(id, password: password)
        }
        return parts.contains { $0.item == .field(.code) } ? text.knownCode(LocalServer.code) : nil
    }

    /// Returns the item with the focus: the field of the form, the selected item, or else the first one.
    private func focused(in parts: [ScenePart]) -> SceneItem? {
        if let field = scene?.form?.focus { return .field(field) }
        let items = parts.compactMap(\.item)
        return focus.flatMap { items.contains($0) ? $0 : nil } ?? items.first
    }

    // MARK: Keys

    /// The running operations of keys, if any; a later key may replace the task.
    package var turn: Task<Void, Never>? { queue.turn }

    /// Handles a key after the operations of earlier keys have finished, because they may lead to another screen.
    ///
    /// - Returns: The running operation, so that a test can wait for it.
    @discardableResult
    package func press(_ key: Key) -> Task<Void, Never>? {
        if let turn = queue.turn, !overtakes(key) {
            // A click was meant for the screen that was shown.
            if !key.isClick { queue.wait(with: key) }
            return turn
        }
        let couldStop = canStop
        guard let operation = perform(key) else {
            // The operation was stopped.
            return couldStop && !canStop ? queue.stop() : queue.turn
        }
        return queue.take(operation)
    }

    /// Returns whether a key is handled at once, because it is not for the screen or it stops the operation.
    private func overtakes(_ key: Key) -> Bool {
        switch key {
        case .control("c"), .control("q"), .function(1), .function(2), .function(3): true
        case .escape: overlay != nil || canStop
        default: overlay != nil
        }
    }

    /// Runs an operation, and shows what has succeeded, if anything.
    private func confirm(_ operation: KeyQueue.Operation) async {
        let (session, switcher, began) = (composition.session, switcher?.model, scene)
        func situation() -> Confirmation.Situation {
            Confirmation.Situation(
                session: session.state,
                screen: scene?.title,
                sessions: switcher?.state.value.items ?? [],
                requiresTOTP: scene?.requiresTOTP,
                hasRegistered: began?.hasRegistered == true
            )
        }
        let old = situation()
        spinnerStep = 0
        await operation()
        explainsDisabled = false
        // The form has ended editing, but a terminal always has a focus.
        if case .field(let field)? = focus, scene?.form?.focus == nil { scene?.formModel?.focus(field) }
        // The same key once more would replace what the user has not seen, or leave it.
        if scene?.isContested == true || scene?.exit != nil { queue.dropKeys() }
        if let exit = scene?.exit { setFocus(exit) }
        guard composition.session === session, let new = Confirmation(from: old, to: situation()) else { return }
        // The notice after a change of the password says the same.
        if flow.alerts.state.value?.subject != .notice(.passwordChanged) { (confirmation, confirmationAge) = (new, 0) }
        switch new {
        case .passwordChanged(let id), .accountDeleted(let id):
            if id.text == LocalServer.knownAccount.id { outdated.insert(preset) }
        default: break
        }
    }

    private func hideLeftPassword() {
        if let revealed, scene?.form?.focus != revealed { hidePassword() }
    }

    private func hidePassword() {
        if let revealed { scene?.formModel?.reveal(revealed, false) }
        revealed = nil
    }

    /// Handles a key, and returns the operation that takes time, if any.
    private func perform(_ key: Key) -> KeyQueue.Operation? {
        (confirmation, missing) = (nil, nil)
        editors.beginKey()
        defer {
            hideLeftPassword()
            changed()
        }
        switch key {
        case .control("c"), .control("q"):
            isFinished = true
            return nil
        case .function(2):
            let languages = Language.allCases
            let place = languages.firstIndex(of: text.language) ?? 0
            text = languages[(place + 1) % languages.count].demoText
            composition.serverLanguage.value = text.language
            return nil
        case .function(1), .function(3):
            if (overlay as? Menu)?.key == key { break }
            overlay = key == .function(1) ? Menu.keys : .presets(present: preset, place: place)
            return nil
        case .control("y"):
            guard let code = shownCode else { break }
            copy(code)
            (confirmation, confirmationAge) = (.copied, 0)
            return nil
        case .click(let row, let column):
            return click(drawing.target(row: row, column: column, in: content))
        default:
            break
        }
        if overlay != nil { return pressOverlay(key) }
        if let alert = flow.alerts.state.value { return answer(alert, key) }
        let parts = parts
        if case .unavailable = flow.state.value { return press(key, on: parts) }
        guard isShowing, let scene else { return nil }
        switch key {
        case .escape where losesText: overlay = Question(.discard, then: .leave)
        case .escape: scene.escape()
        case .tab, .down, .control("n"): move(by: 1, parts)
        case .backTab, .up, .control("p"): move(by: -1, parts)
        case .pageUp, .pageDown: turnPage(back: key == .pageUp, parts)
        case .function(4) where switcher == nil: return showAccounts()
        case .function(5):
            overlay = AccountList()
            return listAccounts
        case .text("?") where scene.form?.focus == nil: overlay = Menu.keys
        default:
            let item = focused(in: parts)
            guard parts.contains(where: { $0.item == item && $0.element.isDisabled }) else {
                return press(key, on: item, in: scene)
            }
            explainsDisabled = true
        }
        return nil
    }

    private func pressOverlay(_ key: Key) -> KeyQueue.Operation? {
        let page = key.turnsPage ? drawing.page(of: content, back: key == .pageUp) : 1
        guard let answer = overlay?.press(key, in: text, page: page) else { return nil }
        if case .stay = answer { return nil }
        let isConfirmed = overlay is Question
        overlay = nil
        switch answer {
        case .stay, .close: return nil
        case .leave:
            scene?.escape()
            return nil
        case .open where hasTypedText && !isConfirmed, .show where hasTypedText && !isConfirmed:
            overlay = Question(.discard, then: answer)
            return nil
        case .pressItem(let item): return { await self.scene?.press(item) }
        case .press(let key): return perform(key)
        case .open(let preset): return goOver(to: preset)
        case .show(let id): return { await self.show(id) }
        }
    }

    /// Selects what was clicked, and presses it.
    private func click(_ target: ScreenDrawing.Target?) -> KeyQueue.Operation? {
        switch (target, overlay, flow.alerts.state.value) {
        case (.element(let place), _?, _), (.button(let place), _?, _):
            overlay?.select(place)
            return overlay is TermsReader ? nil : pressOverlay(.enter)
        case (.button(let place), nil, let alert?):
            selection = place
            return answer(alert, .enter)
        case (.element(let place), nil, nil):
            let parts = parts
            guard parts.indices.contains(place), let item = parts[place].item else { return nil }
            setFocus(item)
            guard !parts[place].element.isDisabled else { return nil }
            if case .unavailable = flow.state.value { return press(.enter, on: parts) }
            if case .field = item { return nil }
            return scene.flatMap { press(.enter, on: item, in: $0) }
        default: return nil
        }
    }

    /// Whether Escape is for a form: it stops an operation and closes the account switcher first.
    private var endsForm: Bool { !canStop && switcher == nil && scene?.form != nil }

    /// Whether Escape leaves the screen, because there is one below.
    private var canLeave: Bool { endsForm && flow.state.value.routes?.presented.isEmpty == false }

    /// Whether the user has typed something that is lost with the form, other than by choosing an account.
    private var hasTypedText: Bool {
        scenes.top?.hasTypedText == true && scenes.top?.form?.form != chosenID.map { AccountForm([.id: $0]) }
    }

    /// Whether Escape throws typed text away.
    private var losesText: Bool { endsForm && hasTypedText }

    /// Returns an operation that shuts the app down and launches that of a preset.
    private func goOver(to preset: AppSettings.Preset) -> @MainActor () async -> Void {
        let earlier = queue.turn
        queue.dropKeys()
        return {
            await self.composition.shutDown()
            self.composition = self.makeComposition(preset)
            self.composition.serverLanguage.value = self.text.language
            self.preset = preset
            await earlier?.value
            self.follow(self.composition.makeRootFlow())
            await self.flow.launch()
        }
    }

    /// Covers the screen with the account switcher, and returns the operation that lists the accounts.
    private func showAccounts() -> @MainActor () async -> Void {
        let covered = focus
        let scene = AccountsScene(model: flow.makeAccountSwitcherViewModel()) { [weak self] in
            // The flow may have left the covered screen.
            guard let self, switcher != nil else { return }
            switcher = nil
            focus = covered
        }
        switcher = scene
        return { await scene.appear() }
    }

    /// Fills the list of all accounts on this device, unless it is closed first, which stops the listing.
    private func listAccounts() async {
        let switcher = flow.makeAccountSwitcherViewModel()
        await switcher.appear()
        let signedIn = Set(switcher.state.value.items.map(\.accountID))
        let listing = await AccountList.Listing(of: composition, signedIn: signedIn)
        guard !Task.isCancelled, var list = overlay as? AccountList else { return }
        list.listing = listing
        overlay = list
    }

    /// Switches to an account that is signed in, or begins its sign-in.
    private func show(_ id: AccountID) async {
        let switcher = flow.makeAccountSwitcherViewModel()
        await switcher.appear()
        if let session = switcher.state.value.items.first(where: { $0.accountID == id }) {
            await switcher.switchTo(session.id)
        } else {
            switcher.addAccount()
            chosenID = id.text
            scene?.formModel?.edit(.id, id.text)
            scene?.formModel?.focus(.password)
        }
    }

    /// Handles a key while the session cannot be read.
    private func press(_ key: Key, on parts: [ScenePart]) -> KeyQueue.Operation? {
        switch key {
        case .tab, .down, .control("n"): move(by: 1, parts)
        case .backTab, .up, .control("p"): move(by: -1, parts)
        default:
            guard key.isPress else { return nil }
            guard focused(in: parts) == .button(.startOver) else { return { await self.flow.retry() } }
            flow.askToStartOver()
        }
        return nil
    }

    private func press(_ key: Key, on item: SceneItem?, in scene: any Scene) -> KeyQueue.Operation? {
        switch item {
        case .field where key == .enter:
            focus = item
            hidePassword()
            if scene.form?.returnKey == .submit, scene.form?.isValid == false {
                showIssues(of: scene)
                return nil
            }
            return { await self.showingPicture(of: scene) { await scene.formModel?.pressReturn() } }
        case .field(let field):
            if key == .control("r") {
                let isObscured = scene.form?.isObscured(field) == true
                scene.formModel?.reveal(field, isObscured)
                revealed = isObscured ? field : nil
            } else {
                scene.formModel.map { editors.type(key, into: field, of: $0) }
            }
        case .account(let id) where key == .delete || key == .backspace:
            return { await self.switcher?.model.signOut(id) }
        case .button(.terms) where key.isPress:
            overlay = TermsReader(documents: scene.terms)
        case .picture where key.isPress:
            overlay = scene.setup.map { CodePicture(setup: $0) }
        case .button(.back) where key.isPress && losesText:
            overlay = Question(.discard, then: .leave)
        case .button(.signOutAll) where key.isPress:
            overlay = Question(.signOutAll, then: .pressItem(.button(.signOutAll)))
        case let item? where key.isPress && switcher != nil && item != .button(.back) && hasTypedText:
            overlay = Question(.discard, then: .pressItem(item))
        case let item? where key.isPress:
            return { await self.showingPicture(of: scene) { await scene.press(item) } }
        default:
            break
        }
        return nil
    }

    /// Shows what is wrong with a form, and moves to the first field with an issue, or else to the first empty one.
    private func showIssues(of scene: any Scene) {
        guard let model = scene.formModel else { return }
        for field in model.formState.fields { model.leave(field) }
        let form = model.formState
        let invalid = form.fields.first { if case .invalid = form[$0] { true } else { false } }
        guard let field = invalid ?? form.fields.first(where: { form.form[$0].isEmpty }) else { return }
        setFocus(.field(field))
        // A field that only some buttons need shows no issue of its own.
        if invalid == nil { missing = FieldIssue(field: field, issue: .empty) }
    }

    /// Runs an operation, and shows the QR code that it makes, if any.
    private func showingPicture(of scene: any Scene, _ operation: () async -> Void) async {
        let earlier = scene.setup
        await operation()
        if let setup = scene.setup, setup != earlier { overlay = CodePicture(setup: setup) }
    }

    private func move(by step: Int, _ parts: [ScenePart]) {
        let items = parts.compactMap(\.item)
        guard !items.isEmpty else { return }
        let place = focused(in: parts).flatMap { items.firstIndex(of: $0) } ?? 0
        setFocus(items[(place + step + items.count) % items.count])
    }

    /// Moves to the farthest item that is at most a page away.
    private func turnPage(back: Bool, _ parts: [ScenePart]) {
        guard let place = content.focus else { return }
        let page = drawing.page(of: content, back: back)
        let range = back ? max(place - page, 0)...place : place...min(place + page, parts.count - 1)
        let items = parts[range].compactMap(\.item)
        if let item = back ? items.first : items.last { setFocus(item) }
    }

    private func setFocus(_ item: SceneItem) {
        focus = item
        explainsDisabled = true
        if case .field(let field) = item { scene?.formModel?.focus(field) } else { scene?.formModel?.focus(nil) }
    }

    private func answer(_ alert: AlertContent, _ key: Key) -> KeyQueue.Operation? {
        var shown = shown(alert)
        let pressed = shown.press(key)
        selection = shown.selection
        guard let pressed, alert.buttons.indices.contains(pressed) else { return nil }
        return { await self.flow.alerts.answer(alert.buttons[pressed].action, to: alert.id) }
    }

    // MARK: Navigation

    private func follow(_ state: RootFlowState) {
        // The flow may have left the screen of these terms or of this code.
        if overlay?.belongsToScreen == true { overlay = nil }
        let item = switcher == nil ? focus : nil
        let shown = scene?.model
        switcher = nil
        scenes.show(
            state.routes?.routes ?? [],
            of: flow,
            saving: ExportFolder(path: exportPath, besides: composition.configuration.storage),
            from: item
        )
        guard let scene else { return changed() }
        // The same screen stays on top, such as after a change of the profile by another program.
        guard scene.model !== shown else {
            changed()
            queue.arrive { await scene.appear() }
            return
        }
        focus = nil
        chosenID = nil
        editors.reset()
        sceneSubscription = scene.changes.observe { [weak self] in
            guard let self else { return }
            if let form = self.scene?.form { editors.adopt(form) }
            // An item that comes back later does not take the focus.
            if let focus, !parts.contains(where: { $0.item == focus }) { self.focus = nil }
            changed()
        }
        if let opener = scenes.opener, parts.contains(where: { $0.item == opener && !$0.element.isDisabled }) {
            setFocus(opener)
        } else if let first = scene.form?.fields.first {
            scene.formModel?.focus(first)
        }
        queue.arrive { await scene.appear() }
    }
}
