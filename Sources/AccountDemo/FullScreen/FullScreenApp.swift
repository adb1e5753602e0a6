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

    private let apps: AppChoice
    private var flow: RootFlowViewModel
    private var words: SceneWords
    private var subscriptions: [ObservationToken] = []

    /// The screens one over the other; those that were never seen are not made yet.
    private var scenes: [(route: Route, scene: (any Scene)?)] = []
    private var sceneSubscription: ObservationToken?

    /// What has the focus, unless a field of a form has it.
    private var focus: SceneItem?
    private var editors: [AccountField: LineEditor] = [:]

    /// The place of the button that Enter presses in an alert.
    private var selection = 0

    /// What lies over the screens, if anything does.
    private var overlay: Overlay?

    private enum Overlay {
        /// The presets, one of which is selected; behind the last of them is the way back.
        case presets(selection: Int)

        /// The text of the terms, and the line that is looked at.
        case terms(line: Int)
    }

    // MARK: Keys that wait

    /// What the keys that were pressed last have begun, for which the next ones wait.
    private var turn: Task<Void, Never>?
    private var turnCount = 0

    /// Keys that were pressed meanwhile: they are for whatever is seen then.
    private var waiting: [Key] = []

    /// What a screen that has just come into sight still has to find out.
    private var arrival: Task<Void, Never>?

    /// Creates the app.
    ///
    /// - Parameters:
    ///   - apps: The app to begin with, and those that can take its place.
    ///   - language: The language to begin with.
    package init(_ apps: AppChoice, language: Language) {
        self.apps = apps
        flow = apps.composition.makeRootFlow()
        words = SceneWords(language)
        follow(flow)
    }

    /// Begins, which may mean to look for a remembered session.
    package func launch() async {
        await take { await self.flow.launch() }.value
    }

    /// Shows the screens of a flow in place of those before.
    private func follow(_ flow: RootFlowViewModel) {
        for subscription in subscriptions { subscription.cancel() }
        sceneSubscription?.cancel()
        scenes = []
        self.flow = flow
        subscriptions = [
            flow.state.observe { [weak self] in self?.follow($0) },
            flow.alerts.state.observe { [weak self] alert in
                self?.selection = alert?.firstSelection ?? 0
                self?.changed()
            },
        ]
    }

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
        switch overlay {
        case nil: break
        case .presets(let selection): content.alert = choice(selection)
        case .terms(let line): content = reading(at: line)
        }
        return content
    }

    private func choice(_ selection: Int) -> ScreenContent.Alert {
        let presets = AppSettings.Preset.allCases
        return ScreenContent.Alert(
            title: words.choiceTitle,
            message: words.choiceMessage(presets.indices.contains(selection) ? presets[selection] : nil),
            buttons: presets.map(\.rawValue) + [words.messages.title(of: .cancel)],
            selection: selection
        )
    }

    private var termsLines: [String] { (scene?.terms ?? []).flatMap { words.text.terms($0) } }

    private func reading(at line: Int) -> ScreenContent {
        let lines = termsLines
        return ScreenContent(
            title: "AccountFlow — " + words.messages.title(of: .terms),
            elements: lines.map { .text($0) },
            focus: line,
            status: words.place(line + 1, of: lines.count),
            help: words.readingHelp
        )
    }

    /// What has the focus: a field that the form says, what was moved to, or else the first that can have it.
    private func focused(in parts: [ScenePart]) -> SceneItem? {
        if let field = scene?.form?.focus { return .field(field) }
        let items = parts.compactMap(\.item)
        return focus.flatMap { items.contains($0) ? $0 : nil } ?? items.first
    }

    // MARK: What is pressed

    /// Does what a key stands for; while something is going on that may lead elsewhere, as soon as that has ended.
    ///
    /// - Returns: What goes on because of it, if anything does, so that a test can wait for it.
    @discardableResult
    package func press(_ key: Key) -> Task<Void, Never>? {
        if turn != nil, !overtakes(key) {
            waiting.append(key)
            return turn
        }
        let hasPendingWork = scene?.elapsed != nil
        guard let work = perform(key) else {
            guard hasPendingWork, scene?.elapsed == nil else { return turn }
            // What was stopped may take its time to end, and no key waits for that; those that have waited were for
            // what does not come any more.
            waiting = []
            return take {}
        }
        return take(work)
    }

    /// Whether a key is not for the screen, or is to stop what the others wait for.
    private func overtakes(_ key: Key) -> Bool {
        switch key {
        case .control("c"), .control("q"), .function(2), .function(3): true
        case .escape: overlay != nil || scene?.elapsed != nil
        default: overlay != nil
        }
    }

    /// Does something that keys have to wait for, and then what those keys stand for, one after the other.
    @discardableResult
    private func take(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        turnCount += 1
        let number = turnCount
        let task = Task {
            await work()
            while number == turnCount {
                if let task = arrival {
                    arrival = nil
                    await task.value
                } else if !waiting.isEmpty {
                    await perform(waiting.removeFirst())?()
                } else {
                    turn = nil
                    break
                }
            }
            changed()
        }
        turn = task
        return task
    }

    /// Does what a key stands for, as far as that takes no time.
    ///
    /// - Returns: The rest of it, if there is any.
    private func perform(_ key: Key) -> (@MainActor () async -> Void)? {
        defer { changed() }
        switch key {
        case .control("c"), .control("q"):
            isFinished = true
            return nil
        case .function(2):
            let languages = Language.allCases
            let next = languages.firstIndex(of: words.language).map { languages[($0 + 1) % languages.count] }
            words = SceneWords(next ?? words.language)
            return nil
        case .function(3):
            overlay = .presets(selection: apps.preset.flatMap(AppSettings.Preset.allCases.firstIndex) ?? 0)
            return nil
        default:
            break
        }
        switch overlay {
        case .presets(let selection): return choose(selection, key)
        case .terms(let line): return read(line, key)
        case nil: break
        }
        if let alert = flow.alerts.state.value { return answer(alert, key) }
        if case .unavailable = flow.state.value {
            guard key == .enter else { return nil }
            return { await self.flow.retry() }
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

    private func choose(_ selection: Int, _ key: Key) -> (@MainActor () async -> Void)? {
        let presets = AppSettings.Preset.allCases
        let count = presets.count + 1
        switch key {
        case .left, .up, .backTab: overlay = .presets(selection: (selection + count - 1) % count)
        case .right, .down, .tab: overlay = .presets(selection: (selection + 1) % count)
        case .escape: overlay = nil
        case .enter, .text(" "):
            overlay = nil
            if presets.indices.contains(selection) { return goOver(to: presets[selection]) }
        default: break
        }
        return nil
    }

    /// Goes over to the app of a preset, once nothing of the present one goes on.
    private func goOver(to preset: AppSettings.Preset) -> @MainActor () async -> Void {
        let earlier = turn
        // They were for screens that are no more.
        waiting = []
        return {
            await self.apps.launch(preset)
            await earlier?.value
            self.follow(self.apps.composition.makeRootFlow())
            await self.flow.launch()
        }
    }

    private func read(_ line: Int, _ key: Key) -> (@MainActor () async -> Void)? {
        let last = max(termsLines.count - 1, 0)
        let target: Int? =
            switch key {
            case .up, .backTab: line - 1
            case .down, .tab: line + 1
            case .pageUp: line - Self.page
            case .pageDown, .text(" "): line + Self.page
            case .home: 0
            case .end: last
            case .escape, .enter: nil
            default: line
            }
        overlay = target.map { .terms(line: min(max($0, 0), last)) }
        return nil
    }

    /// How many lines the page keys go on.
    private static let page = 5

    private func press(_ key: Key, on item: SceneItem?, in scene: any Scene) -> (@MainActor () async -> Void)? {
        switch (item, key) {
        case (.field, .enter):
            return { await scene.pressReturn() }
        case (.field(let field), .control("r")):
            scene.reveal(field, scene.form?.isObscured(field) == true)
        case (.field(let field), _):
            type(key, into: field, of: scene)
        case (.button(.terms), .enter), (.button(.terms), .text(" ")):
            overlay = .terms(line: 0)
        case (let item?, .enter), (let item?, .text(" ")):
            return { await scene.press(item) }
        default:
            break
        }
        return nil
    }

    private func type(_ key: Key, into field: AccountField, of scene: any Scene) {
        scene.focus(field)
        // Which characters come together is chance: a limit refuses those that are too many, and no others.
        if case .text(let text) = key, text.count > 1 {
            for character in text { edit(field, of: scene, by: .text(String(character))) }
        } else {
            edit(field, of: scene, by: key)
        }
    }

    private func edit(_ field: AccountField, of scene: any Scene, by key: Key) {
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

    private func answer(_ alert: AlertContent, _ key: Key) -> (@MainActor () async -> Void)? {
        let buttons = alert.buttons
        switch key {
        case .left, .up, .backTab: selection = (selection + buttons.count - 1) % buttons.count
        case .right, .down, .tab: selection = (selection + 1) % buttons.count
        case .enter, .text(" "):
            let action = buttons[min(selection, buttons.count - 1)].action
            return { await self.flow.alerts.answer(action) }
        case .escape:
            let action = buttons.first { $0.role == .cancel }?.action ?? .dismiss
            return { await self.flow.alerts.answer(action) }
        default: break
        }
        return nil
    }

    // MARK: Where the flow leads

    private func follow(_ state: RootFlowState) {
        let routes = state.routes?.routes ?? []
        // The text belonged to a screen that may be gone.
        if case .terms = overlay { overlay = nil }
        let kept = zip(scenes, routes).prefix { $0.route.isSameScreen(as: $1) }.count
        scenes = scenes.prefix(kept) + routes.dropFirst(kept).map { ($0, nil) }
        if let top = routes.last, scenes[routes.count - 1].scene == nil {
            scenes[routes.count - 1].scene = flow.makeScene(for: top)
        }
        guard let scene else { return changed() }
        focus = nil
        editors = [:]
        sceneSubscription = scene.observe { [weak self] in
            self?.adoptForm()
            self?.changed()
        }
        if let first = scene.form?.fields.first { scene.focus(first) }
        arrival = Task { await scene.appear() }
        if turn == nil { take {} }
    }

    /// Goes on with the texts of the form where it has changed them itself, as it does when it is emptied.
    private func adoptForm() {
        guard let form = scene?.form else { return }
        for field in form.fields { editors[field]?.replaceText(form.form[field]) }
    }
}
