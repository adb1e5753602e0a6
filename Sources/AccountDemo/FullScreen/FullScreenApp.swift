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

    /// Whether the user has quit.
    package private(set) var isFinished = false

    /// The running app.
    package private(set) var composition: AppComposition

    /// The preset of the running app, if any.
    private var preset: AppSettings.Preset?
    private let exportPath: String
    private let makeComposition: @MainActor (AppSettings.Preset) -> AppComposition

    private var flow: RootFlowViewModel
    private var text: any DemoText
    private var subscriptions: [ObservationToken] = []

    private var scenes = SceneStack()
    private var scene: (any Scene)? { switcher ?? scenes.top }
    private var sceneSubscription: ObservationToken?

    /// The item with the focus, unless a field of a form has it.
    private var focus: SceneItem?
    private var editors: [AccountField: LineEditor] = [:]

    /// The index of the button that Enter presses in an alert.
    private var selection = 0

    private var overlay: Overlay?

    /// The account switcher that covers the screen, if any.
    private var switcher: AccountsScene?

    /// The field whose password the user has made visible, until it loses the focus.
    private var revealed: AccountField?

    /// What has just succeeded, until the next key or for some seconds.
    private var confirmation: Confirmation?
    private var confirmationAge = 0

    /// A screen of the demo that covers the screens of the app.
    private enum Overlay {
        /// The list of presets; the index after the last preset selects Cancel.
        case presets(selection: Int)

        /// The question whether to leave a form with text, and the selected button, of which the first leaves.
        case leaving(selection: Int)

        /// The text of the terms, and the current line.
        case terms(line: Int)

        /// The QR code for an authenticator app, until a key is pressed.
        case picture(TOTPSetup)
    }

    // MARK: Keys that wait

    /// The running operation; later keys wait until it has finished.
    private var turn: Task<Void, Never>?
    private var turnCount = 0

    /// The keys pressed during the operation.
    private var waiting: [Key] = []

    /// The first operation of a screen that has just appeared.
    private var arrival: Task<Void, Never>?

    /// Creates the screens of an app, which save exports in a folder; `launch` returns the app of a preset that the user
    /// selects.
    package init(
        _ composition: AppComposition,
        preset: AppSettings.Preset? = nil,
        language: Language,
        exportPath: String = ".",
        launch: @escaping @MainActor (AppSettings.Preset) -> AppComposition
    ) {
        self.composition = composition
        self.preset = preset
        self.exportPath = exportPath
        makeComposition = launch
        flow = composition.makeRootFlow()
        text = language.demoText
        follow(flow)
    }

    /// Launches the app.
    package func launch() async {
        await take { await self.flow.launch() }.value
    }

    /// Follows what other programs have changed, such as a sign-out.
    ///
    /// It is called once a second, which is also how long a confirmation is shown.
    package func noticeChanges() async {
        confirmationAge += 1
        if confirmation != nil, confirmationAge > Self.confirmationTime {
            confirmation = nil
            changed()
        }
        await flow.noticeChanges()
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
                self?.selection = alert.map(Self.firstSelection) ?? 0
                self?.changed()
            },
        ]
    }

    /// Returns the button that is selected first: the last one, or Cancel if another button destroys data.
    private static func firstSelection(in alert: AlertContent) -> Int {
        let isDestructive = alert.buttons.contains { $0.role == .destructive }
        let cancel = isDestructive ? alert.buttons.lastIndex { $0.role == .cancel } : nil
        return cancel ?? max(alert.buttons.count - 1, 0)
    }

    // MARK: The screen

    /// The content of the screen.
    package var content: ScreenContent {
        var content = ScreenContent(title: "AccountFlow", elements: [], help: text.keys)
        switch flow.state.value {
        case .restoring:
            content.elements = [.text(text.restoring)]
        case .unavailable(let error):
            let parts = text.unavailable(error)
            content.elements = parts.map(\.element)
            content.focus = parts.firstIndex { $0.item != nil && $0.item == focused(in: parts) }
        case .showing:
            guard let scene else { break }
            content.title = "AccountFlow — " + text.messages.title(of: scene.title)
            let parts = scene.parts(in: text, editors: editors)
            content.elements = parts.map(\.element)
            let focused = focused(in: parts)
            content.focus = parts.firstIndex { $0.item != nil && $0.item == focused }
            content.status = scene.elapsed.map(text.progress) ?? confirmation.map { "✔ " + text.message(for: $0) }
            if let focused, let part = parts.first(where: { $0.item == focused }), part.element.isDisabled {
                content.status = content.status ?? text.whyDisabled(isFormValid: scene.form?.isValid)
            }
            if switcher != nil { content.help = text.accountsKeys }
        }
        content.alert = flow.alerts.state.value.map { alert in
            ScreenContent.Alert(
                title: alert.title(in: text.messages),
                message: alert.message(in: text.messages),
                buttons: alert.buttons.map { text.messages.title(of: $0.name) },
                selection: selection
            )
        }
        switch overlay {
        case nil: break
        case .presets(let selection): content.alert = choice(selection)
        case .leaving(let selection):
            content.alert = ScreenContent.Alert(
                title: text.discardQuestion,
                message: "",
                buttons: [ButtonName.back, .cancel].map { text.messages.title(of: $0) },
                selection: selection
            )
        case .terms(let line): content = reading(at: line)
        case .picture(let setup): content = scanning(setup)
        }
        content.context = [preset?.rawValue, text.language.rawValue].compactMap { $0 }.joined(separator: " · ")
        return content
    }

    private func choice(_ selection: Int) -> ScreenContent.Alert {
        let presets = AppSettings.Preset.allCases
        let (id, password) = LocalServer.knownAccount
        return ScreenContent.Alert(
            title: text.presetQuestion,
            message: presets.indices.contains(selection)
                ? text.presetChange(to: presets[selection], id: id, password: password) : text.presetStays,
            buttons: presets.map { ($0 == preset ? "● " : "") + $0.rawValue } + [text.messages.title(of: .cancel)],
            selection: selection
        )
    }

    private var termsLines: [String] { (scene?.terms ?? []).flatMap { text.terms($0) } }

    private func reading(at line: Int) -> ScreenContent {
        let lines = termsLines
        return ScreenContent(
            title: "AccountFlow — " + text.messages.title(of: .terms),
            elements: lines.map { .text($0) },
            focus: line,
            status: "\(line + 1)/\(lines.count)",
            help: text.readingKeys
        )
    }

    private func scanning(_ setup: TOTPSetup) -> ScreenContent {
        var content = ScreenContent(
            title: "AccountFlow — " + text.messages.title(of: ScreenName.totp),
            elements: [.text(setup.secret.revealed, style: .bold)],
            help: text.anyKey
        )
        content.picture = QRCode(setup.revealedURI).map {
            ScreenContent.Picture(
                code: $0,
                caption: text.scanning,
                smallScreenText: text.tooSmall(columns: $0.size + 2, rows: ($0.size + 3) / 2)
            )
        }
        return content
    }

    /// Returns the item with the focus: the field of the form, the selected item, or else the first one.
    private func focused(in parts: [ScenePart]) -> SceneItem? {
        if let field = scene?.form?.focus { return .field(field) }
        let items = parts.compactMap(\.item)
        return focus.flatMap { items.contains($0) ? $0 : nil } ?? items.first
    }

    // MARK: Keys

    /// Handles a key after the operations of earlier keys have finished, because they may lead to another screen.
    ///
    /// - Returns: The running operation, so that a test can wait for it.
    @discardableResult
    package func press(_ key: Key) -> Task<Void, Never>? {
        if turn != nil, !overtakes(key) {
            waiting.append(key)
            return turn
        }
        let hasPendingWork = scene?.elapsed != nil
        guard let work = perform(key) else {
            guard hasPendingWork, scene?.elapsed == nil else { return turn }
            // The operation was stopped. The waiting keys were meant for the screen after it, so they are dropped.
            waiting = []
            return take {}
        }
        return take(work)
    }

    /// Returns whether a key is handled at once, because it is not for the screen or it stops the operation.
    private func overtakes(_ key: Key) -> Bool {
        switch key {
        case .control("c"), .control("q"), .function(2), .function(3): true
        case .escape: overlay != nil || scene?.elapsed != nil
        default: overlay != nil
        }
    }

    /// Runs an operation, and then handles the waiting keys, one after the other.
    @discardableResult
    private func take(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        turnCount += 1
        let number = turnCount
        let task = Task {
            await confirm(work)
            while number == turnCount {
                if let task = arrival {
                    arrival = nil
                    await task.value
                } else if !waiting.isEmpty {
                    if let work = perform(waiting.removeFirst()) { await confirm(work) }
                } else {
                    turn = nil
                    break
                }
            }
            hideLeftPassword()
            changed()
        }
        turn = task
        return task
    }

    /// Runs an operation, and shows what has succeeded, if anything.
    private func confirm(_ work: @MainActor () async -> Void) async {
        let (session, old, screen) = (composition.session, composition.session.state, scene?.title)
        await work()
        guard composition.session === session else { return }
        guard let new = Confirmation(from: old, to: session.state, on: screen) else { return }
        (confirmation, confirmationAge) = (new, 0)
    }

    private func hideLeftPassword() {
        guard let field = revealed, scene?.form?.focus != field else { return }
        revealed = nil
        scene?.formModel?.reveal(field, false)
    }

    /// Handles a key, and returns the operation that takes time, if any.
    private func perform(_ key: Key) -> (@MainActor () async -> Void)? {
        confirmation = nil
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
            return nil
        case .function(3):
            overlay = .presets(selection: preset.flatMap(AppSettings.Preset.allCases.firstIndex) ?? 0)
            return nil
        default:
            break
        }
        switch overlay {
        case .presets(let selection): return choose(selection, key)
        case .leaving(let selection):
            confirmLeaving(selection, key)
            return nil
        case .terms(let line): return read(line, key)
        case .picture:
            overlay = nil
            return nil
        case nil: break
        }
        if let alert = flow.alerts.state.value { return answer(alert, key) }
        if case .unavailable(let error) = flow.state.value { return press(key, on: text.unavailable(error)) }
        guard let scene else { return nil }
        let parts = scene.parts(in: text, editors: editors)
        switch key {
        case .escape where canLeave && scene.hasTypedText: overlay = .leaving(selection: 1)
        case .escape: scene.escape()
        case .tab, .down: move(by: 1, parts)
        case .backTab, .up: move(by: -1, parts)
        case .function(4) where switcher == nil: return showAccounts()
        default:
            let item = focused(in: parts)
            let isDisabled = parts.contains { $0.item == item && $0.element.isDisabled }
            return isDisabled ? nil : press(key, on: item, in: scene)
        }
        return nil
    }

    /// Returns the index that a key selects in a row; nil if the key does not move the selection.
    private func moved(_ selection: Int, of count: Int, by key: Key) -> Int? {
        switch key {
        case .left, .up, .backTab: (selection + count - 1) % count
        case .right, .down, .tab: (selection + 1) % count
        default: nil
        }
    }

    private func choose(_ selection: Int, _ key: Key) -> (@MainActor () async -> Void)? {
        let presets = AppSettings.Preset.allCases
        if let moved = moved(selection, of: presets.count + 1, by: key) {
            overlay = .presets(selection: moved)
        } else if key == .escape || key.isPress {
            overlay = nil
        }
        return key.isPress && presets.indices.contains(selection) ? goOver(to: presets[selection]) : nil
    }

    /// Whether Escape leaves the screen: it stops an operation first, and there is a screen below.
    private var canLeave: Bool {
        scene?.elapsed == nil && switcher == nil && flow.state.value.routes?.presented.isEmpty == false
    }

    private func confirmLeaving(_ selection: Int, _ key: Key) {
        if let moved = moved(selection, of: 2, by: key) {
            overlay = .leaving(selection: moved)
        } else if key == .escape || key.isPress {
            overlay = nil
            if key.isPress, selection == 0 { scene?.escape() }
        }
    }

    /// Returns an operation that shuts the app down and launches that of a preset.
    private func goOver(to preset: AppSettings.Preset) -> @MainActor () async -> Void {
        let earlier = turn
        waiting = []
        return {
            await self.composition.shutDown()
            self.composition = self.makeComposition(preset)
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

    private func read(_ line: Int, _ key: Key) -> (@MainActor () async -> Void)? {
        let last = max(termsLines.count - 1, 0)
        let target: Int? =
            switch key {
            case .up, .backTab: line - 1
            case .down, .tab: line + 1
            case .pageUp: line - 5
            case .pageDown, .text(" "): line + 5
            case .home: 0
            case .end: last
            case .escape, .enter: nil
            default: line
            }
        overlay = target.map { .terms(line: min(max($0, 0), last)) }
        return nil
    }

    /// Handles a key while the session cannot be read.
    private func press(_ key: Key, on parts: [ScenePart]) -> (@MainActor () async -> Void)? {
        switch key {
        case .tab, .down: move(by: 1, parts)
        case .backTab, .up: move(by: -1, parts)
        default:
            guard key.isPress else { return nil }
            guard focused(in: parts) == .button(.startOver) else { return { await self.flow.retry() } }
            flow.askToStartOver()
        }
        return nil
    }

    private func press(_ key: Key, on item: SceneItem?, in scene: any Scene) -> (@MainActor () async -> Void)? {
        switch item {
        case .field where key == .enter:
            return { await self.showingPicture(of: scene) { await scene.formModel?.pressReturn() } }
        case .field(let field):
            if key == .control("r") {
                let isObscured = scene.form?.isObscured(field) == true
                scene.formModel?.reveal(field, isObscured)
                revealed = isObscured ? field : nil
            } else {
                type(key, into: field, of: scene)
            }
        case .account(let id) where key == .delete || key == .backspace:
            return { await self.switcher?.model.signOut(id) }
        case .button(.terms) where key.isPress:
            overlay = .terms(line: 0)
        case .picture where key.isPress:
            overlay = scene.setup.map { .picture($0) }
        case let item? where key.isPress:
            return { await self.showingPicture(of: scene) { await scene.press(item) } }
        default:
            break
        }
        return nil
    }

    /// Runs an operation, and shows the QR code that it makes, if any.
    private func showingPicture(of scene: any Scene, _ operation: () async -> Void) async {
        let earlier = scene.setup
        await operation()
        if let setup = scene.setup, setup != earlier { overlay = .picture(setup) }
    }

    private func type(_ key: Key, into field: AccountField, of scene: any Scene) {
        scene.formModel?.focus(field)
        // Typed characters may arrive together; a limit rejects only the excess ones.
        let keys: [Key] = if case .text(let text) = key { text.map { .text(String($0)) } } else { [key] }
        for key in keys {
            var editor = editors[field] ?? LineEditor(scene.form?.form[field] ?? "")
            guard editor.press(key) else { return }
            scene.formModel?.edit(field, editor.text)
            // A limit of the form may have rejected the text.
            editor.replaceText(scene.form?.form[field] ?? "")
            editors[field] = editor
        }
    }

    private func move(by step: Int, _ parts: [ScenePart]) {
        let items = parts.compactMap(\.item)
        guard !items.isEmpty else { return }
        let place = focused(in: parts).flatMap { items.firstIndex(of: $0) } ?? 0
        let next = items[(place + step + items.count) % items.count]
        focus = next
        if case .field(let field) = next { scene?.formModel?.focus(field) } else { scene?.formModel?.focus(nil) }
    }

    private func answer(_ alert: AlertContent, _ key: Key) -> (@MainActor () async -> Void)? {
        let buttons = alert.buttons
        if let moved = moved(selection, of: buttons.count, by: key) { selection = moved }
        guard key.isPress || key == .escape else { return nil }
        let cancel = buttons.first { $0.role == .cancel }?.action ?? .dismiss
        let action = key.isPress ? buttons[min(selection, buttons.count - 1)].action : cancel
        return { await self.flow.alerts.answer(action) }
    }

    // MARK: Navigation

    private func follow(_ state: RootFlowState) {
        // The flow may have left the screen of these terms or of this code.
        switch overlay {
        case .terms, .picture, .leaving: overlay = nil
        case .presets, nil: break
        }
        switcher = nil
        scenes.show(
            state.routes?.routes ?? [],
            of: flow,
            saving: ExportFolder(path: exportPath, besides: composition.configuration.storage)
        )
        guard let scene else { return changed() }
        focus = nil
        editors = [:]
        sceneSubscription = scene.changes.observe { [weak self] in
            self?.adoptForm()
            self?.changed()
        }
        if let first = scene.form?.fields.first { scene.formModel?.focus(first) }
        arrival = Task { await scene.appear() }
        if turn == nil { take {} }
    }

    /// Copies the texts of the form to the editors, because the form may have changed them.
    private func adoptForm() {
        guard let form = scene?.form else { return }
        for field in form.fields { editors[field]?.replaceText(form.form[field]) }
    }
}

extension Key {
    /// Whether the key presses a button.
    fileprivate var isPress: Bool { self == .enter || self == .text(" ") }
}
