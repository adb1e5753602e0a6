import App
import Domain
import Presentation

extension FullScreenApp {
    package var content: ScreenContent {
        let parts = parts
        let focused = focused(in: parts)
        let title = scene.map { " — " + text.messages.title(of: $0.title) }
        var content = ScreenContent(
            title: "AccountFlow" + (isShowing ? title ?? "" : ""),
            elements: parts.map(\.element),
            focus: parts.firstIndex { $0.item != nil && $0.item == focused },
            status: isShowing ? status(of: parts, focused) : nil,
            help: text.hints(hints(for: focused, of: parts.count { $0.item != nil }))
        )
        content.isAtBeginning = isAtBeginning
        content.alert = flow.alerts.state.value.map(shown)
        content.shortened = confirmation?.accountID?.text
        if confirmation != nil { content.statusStyle.insert(.green) }
        // Other confirmations may follow from a failure, which is the more important message.
        content.isStatusNew = confirmation == .copied || editors.hasRefusedPaste
        if var switcher {
            content.isList = true
            if !switcher.query.isEmpty { content.showSearch(for: switcher.query, in: text) }
            switcher.query = ""
            content.whole = switcher.parts(in: text, editors: [:]).map(\.element)
        }
        overlay?.cover(&content, in: text)
        content.context = [preset?.rawValue, text.language.rawValue].compactMap { $0 }.joined(separator: " · ")
        return content
    }

    /// Returns an alert with its texts and the selected button.
    func shown(_ alert: AlertContent) -> ScreenContent.Alert {
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
    var isShowing: Bool { if case .showing = flow.state.value { true } else { false } }

    /// The parts of the screen, from top to bottom.
    var parts: [ScenePart] {
        switch flow.state.value {
        case .restoring: [.text(text.restoring)]
        case .unavailable(let error):
            text.unavailable(error, retry: { await self.flow.retry() }, startOver: { self.flow.askToStartOver() })
        case .showing: introduction + (scene?.parts(in: text, editors: editors.editors) ?? [])
        }
    }

    /// What the app is and where its accounts are, on a first screen that has only buttons.
    private var introduction: [ScenePart] {
        guard let preset, let title = scene?.title, [.start, .main].contains(title) else { return [] }
        return [.text(text.summary(of: preset)), .text(text.sentence(about: location(preset)), style: .dim)]
    }

    /// The keys that have an effect now, on a screen with this many items.
    private func hints(for focused: SceneItem?, of count: Int) -> [KeyHint] {
        let copy: [KeyHint] = shownCode == nil ? [] : [.copy]
        if let alert = flow.alerts.state.value { return KeyHint.onAlert(buttons: alert.buttons.count, also: copy) }
        if switcher != nil {
            let isSession = if case .account = focused { true } else { false }
            return [.keys, .close] + (focused == nil ? [] : [.press]) + [.search] + (isSession ? [.signOut] : [])
        }
        let escape: [KeyHint] = canStop ? [.stop] : canLeave ? [.back] : []
        var secret: [KeyHint] = []
        if case .field(let field) = focused, field.isSecret {
            secret = [scene?.form?.isObscured(field) == false ? .hide : .reveal]
        }
        // The other keys wait for the operation.
        let isBusy = scene?.elapsed != nil || isLong
        let own: [KeyHint] = isBusy ? [] : (count > 1 ? [.next] : []) + copy + secret
        return [.keys] + escape + own + [.quit, .language, .apps]
            + (isShowing && !isBusy ? [.sessions, .accounts] : [])
    }

    /// Whether an operation runs for long enough that a user can read about it.
    private var isLong: Bool { queue.turn != nil && spinnerStep > 2 }

    /// The recovery code or the key for an authenticator app on the screen, if any.
    var shownCode: String? {
        guard let alert = flow.alerts.state.value else { return switcher == nil ? scene?.setup?.secret.revealed : nil }
        return if case .recoveryCode(let code) = alert.subject { code.revealed } else { nil }
    }

    /// The running operation, what has succeeded, or why a button cannot be pressed.
    private func status(of parts: [ScenePart], _ focused: SceneItem?) -> String? {
        let name = operation(among: parts)
        if let elapsed = scene?.elapsed { return text.progress(name, elapsed, step: spinnerStep, canStop: true) }
        if isLong {
            let elapsed = Self.spinnerPause * spinnerStep
            return text.progress(name, elapsed, step: spinnerStep, canStop: overlay is AccountList)
        }
        if let confirmation { return "✔ " + text.message(for: confirmation) }
        if let missing { return text.messages.message(for: missing) }
        if editors.hasRefusedPaste { return text.severalLines }
        let part = parts.first { $0.item != nil && $0.item == focused && $0.element.isDisabled }
        if explainsDisabled, let item = part?.item { return scene?.whyDisabled(item, in: text) }
        guard hasKnownAccount else { return nil }
        let (id, password) = LocalServer.knownAccount
        if scene?.title == .signIn {
            guard !outdated.contains(preset) else { return nil }
            return text.knownAccount(id, password: password, asksForCode: preset == .remote)
        }
        return parts.contains { $0.item == .field(.code) } ? text.knownCode(LocalServer.code) : nil
    }

    /// The running operation, named by the button that was pressed, or by the first one if a field submitted the form.
    private func operation(among parts: [ScenePart]) -> String? {
        let buttons = parts.filter { if case .button(let name)? = $0.item { name != .terms } else { false } }
        let pressed = buttons.first { $0.item == focus } ?? (canStop ? buttons.first : nil)
        guard !(overlay is AccountList), case .button(let title, _, _)? = pressed?.element else { return nil }
        return title
    }

    /// Returns the item with the focus: the field of the form, the selected item, or else the first one.
    func focused(in parts: [ScenePart]) -> SceneItem? {
        if let field = scene?.form?.focus { return .field(field) }
        let items = parts.compactMap(\.item)
        return focus.flatMap { items.contains($0) ? $0 : nil } ?? items.first
    }
}
