import App
import Domain
package import Presentation

/// The app on a whole terminal: keys in, content of the screen out.
///
/// It knows of no terminal, so that tests press keys and look at what would be drawn.
@MainActor
package final class FullScreenApp {
    /// Called whenever something else is to be drawn.
    package var changed: @MainActor () -> Void = {}

    /// Whether somebody has asked to quit.
    package private(set) var isFinished = false

    private let flow: RootFlowViewModel
    private var words: SceneWords
    private var subscriptions: [Subscription] = []

    /// The screens one over the other; those that were never seen are not made yet.
    private var scenes: [(route: Route, scene: (any Scene)?)] = []
    private var sceneSubscription: Subscription?

    /// What has the focus, unless a field of a form has it.
    private var focus: SceneItem?
    private var editors: [AccountField: LineEditor] = [:]

    /// The place of the button that Enter presses in an alert.
    private var selection = 0

    /// Creates the app.
    ///
    /// - Parameters:
    ///   - flow: The flow from screen to screen.
    ///   - language: The language to begin with.
    package init(_ flow: RootFlowViewModel, language: Language) {
        self.flow = flow
        words = SceneWords(language)
        subscriptions.append(flow.state.observe { [weak self] in self?.follow($0) })
        subscriptions.append(
            flow.alerts.state.observe { [weak self] alert in
                self?.selection = Self.firstSelection(of: alert?.buttons ?? [])
                self?.changed()
            }
        )
    }

    /// Begins, which may mean to look for a remembered session.
    package func launch() async { await flow.launch() }

    private var scene: (any Scene)? { scenes.last?.scene }

    // MARK: What is seen

    /// What there is to be seen now.
    package var content: ScreenContent {
        var content = ScreenContent(title: "AccountFlow", elements: [], help: words.help)
        switch flow.state.value {
        case .restoring:
            content.elements = [.text(words.restoring)]
        case .unavailable(let error):
            content.elements = [
                .text(words.messages.message(forUnavailableSession: error), style: CellStyle(color: .red)), .gap,
                .button(words.messages.title(of: .retry), isEnabled: true),
            ]
            content.focus = 2
        case .showing:
            guard let scene else { break }
            content.title = "AccountFlow — " + words.messages.title(of: scene.title)
            let parts = scene.parts(in: words, editors: editors)
            content.elements = parts.map(\.element)
            let focused = focused(in: parts)
            content.focus = parts.firstIndex { $0.item != nil && $0.item == focused }
            content.status = scene.elapsed.map(words.progress)
        }
        content.alert = flow.alerts.state.value.map { alert in
            ScreenContent.Alert(
                title: alert.title(in: words.messages),
                message: alert.message(in: words.messages),
                buttons: alert.buttons.map { words.messages.title(of: $0.name) },
                selection: selection
            )
        }
        return content
    }

    /// What has the focus: a field that the form says, what was moved to, or else the first that can have it.
    private func focused(in parts: [ScenePart]) -> SceneItem? {
        if let field = scene?.form?.focus { return .field(field) }
        let items = parts.compactMap(\.item)
        return focus.flatMap { items.contains($0) ? $0 : nil } ?? items.first
    }

    // MARK: What is pressed

    /// Does what a key stands for.
    ///
    /// - Returns: What goes on because of it, if anything does, so that a test can wait for it.
    @discardableResult
    package func press(_ key: Key) -> Task<Void, Never>? {
        defer { changed() }
        switch key {
        case .control("c"), .control("q"):
            isFinished = true
            return nil
        case .function(2):
            words = SceneWords(words.language == .korean ? .english : .korean)
            return nil
        default:
            break
        }
        if let alert = flow.alerts.state.value { return answer(alert, key) }
        if case .unavailable = flow.state.value {
            return key == .enter ? Task { await flow.retry() } : nil
        }
        guard let scene else { return nil }
        let items = scene.parts(in: words, editors: editors)
        switch key {
        case .escape:
            scene.escape()
        case .tab, .down:
            move(by: 1, items)
        case .backTab, .up:
            move(by: -1, items)
        default:
            return press(key, on: focused(in: items), in: scene)
        }
        return nil
    }

    private func press(_ key: Key, on item: SceneItem?, in scene: any Scene) -> Task<Void, Never>? {
        switch (item, key) {
        case (.field, .enter):
            return Task { await scene.pressReturn() }
        case (.field(let field), .control("r")):
            scene.reveal(field, scene.form?.isObscured(field) == true)
        case (.field(let field), _):
            type(key, into: field, of: scene)
        case (let item?, .enter), (let item?, .text(" ")):
            return Task { await scene.press(item) }
        default:
            break
        }
        return nil
    }

    private func type(_ key: Key, into field: AccountField, of scene: any Scene) {
        scene.focus(field)
        var editor = editors[field] ?? LineEditor(scene.form?.form[field] ?? "")
        guard editor.press(key) else { return }
        scene.edit(field, editor.text)
        // The form has the last word: a limit may have refused what was typed.
        editor.replaceText(scene.form?.form[field] ?? "")
        editors[field] = editor
    }

    private func move(by step: Int, _ parts: [ScenePart]) {
        let items = parts.compactMap(\.item)
        guard !items.isEmpty else { return }
        let place = focused(in: parts).flatMap { items.firstIndex(of: $0) } ?? 0
        let next = items[(place + step + items.count) % items.count]
        focus = next
        if case .field(let field) = next { scene?.focus(field) } else { scene?.focus(nil) }
    }

    private func answer(_ alert: Alert, _ key: Key) -> Task<Void, Never>? {
        let buttons = alert.buttons
        switch key {
        case .left, .backTab: selection = (selection + buttons.count - 1) % buttons.count
        case .right, .tab: selection = (selection + 1) % buttons.count
        case .enter, .text(" "):
            let intent = buttons[min(selection, buttons.count - 1)].intent
            return Task { await flow.alerts.answer(intent) }
        case .escape:
            let intent = buttons.first { $0.role == .cancel }?.intent ?? .dismiss
            return Task { await flow.alerts.answer(intent) }
        default: break
        }
        return nil
    }

    /// Enter does what is asked for, unless that destroys something.
    private static func firstSelection(of buttons: [AlertButton]) -> Int {
        let harmless = buttons.lastIndex { $0.role == .cancel }
        let isDestructive = buttons.contains { $0.role == .destructive }
        return (isDestructive ? harmless : nil) ?? max(buttons.count - 1, 0)
    }

    // MARK: Where the flow leads

    private func follow(_ state: RootFlowState) {
        let routes = state.routes?.routes ?? []
        let kept = zip(scenes, routes).prefix { $0.route.isSameScreen(as: $1) }.count
        scenes = scenes.prefix(kept) + routes.dropFirst(kept).map { ($0, nil) }
        if let top = routes.last, scenes[routes.count - 1].scene == nil {
            scenes[routes.count - 1].scene = makeScene(for: top)
        }
        guard let scene else { return changed() }
        focus = nil
        editors = [:]
        sceneSubscription = scene.observe { [weak self] in
            self?.adoptForm()
            self?.changed()
        }
        if let first = scene.form?.fields.first { scene.focus(first) }
        Task { await scene.appear() }
    }

    /// Goes on with the texts of the form where it has changed them itself, as it does when it is emptied.
    private func adoptForm() {
        guard let form = scene?.form else { return }
        for field in form.fields { editors[field]?.replaceText(form.form[field]) }
    }

    private func makeScene(for route: Route) -> any Scene {
        switch route {
        case .start: StartScene(flow.makeStartViewModel())
        case .signUp: SignUpScene(flow.makeSignUpViewModel())
        case .signIn: SignInScene(flow.makeSignInViewModel())
        case .home(let session): HomeScene(flow.makeHomeViewModel(for: session))
        case .account(let session): AccountScene(flow.makeAccountViewModel(for: session))
        }
    }
}
