import App
import Domain
import Presentation

extension FullScreenApp {
    /// The running operations of keys, if any; a later key may replace the task.
    package var turn: Task<Void, Never>? { queue.turn }

    /// Handles a key after the operations of earlier keys have finished, because they may lead to another screen.
    ///
    /// - Returns: The running operation, so that a test can wait for it.
    @discardableResult
    package func press(_ key: Key) -> Task<Void, Never>? {
        wasUsed = true
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

    /// Handles a key, and returns the operation that takes time, if any.
    func perform(_ key: Key) -> KeyQueue.Operation? {
        let wasAtBeginning = isAtBeginning
        (missing, isAtBeginning) = (nil, false)
        // The user has not seen it below an overlay.
        if overlay == nil { confirmation = nil }
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
            text = text.language.next.demoText
            composition.serverLanguage.value = text.language
            return nil
        case .function(1), .function(3):
            // A question keeps its place until it is answered.
            if overlay is Question || (overlay as? Menu)?.key == key { break }
            overlay = key == .function(1) ? Menu.keys : .presets(present: preset, location: location)
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
        case _ where searches(key): break
        case .up where !wasAtBeginning && hidesBeginning(parts), .pageUp where hidesBeginning(parts),
            .home where scene.form?.focus == nil && hidesBeginning(parts):
            isAtBeginning = true
        case .home where scene.form?.focus == nil: parts.lazy.compactMap(\.item).first.map(setFocus)
        case .end where scene.form?.focus == nil: parts.compactMap(\.item).last.map(setFocus)
        case .escape where losesText: overlay = Question(.discard, then: .leave)
        case .escape: scene.escape()
        case .tab, .down, .control("n"): move(by: 1, parts)
        case .backTab, .up, .control("p"): move(by: -1, parts)
        case .pageUp, .pageDown: turnPage(back: key == .pageUp, parts)
        case .function(4) where switcher == nil: return showAccounts()
        case .function(5):
            overlay = AccountList { [weak self] in self?.drawing.rows ?? 0 }
            return listAccounts
        case .alt("?"),
            .text("?") where scene.form?.focus == nil:
            overlay = Menu.keys
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
        case .open(let other) where other == preset: return nil
        case .open where losesMemory && !isConfirmed:
            overlay = Question(.leaveApp, then: answer)
            return nil
        case .open where hasTypedText && !isConfirmed, .show where hasTypedText && !isConfirmed:
            overlay = Question(.discard, then: answer)
            return nil
        case .pressItem(let item): return { await self.scene?.press(item, in: self.text) }
        case .signOut(let id): return { await self.signOut(id) }
        case .press(let key):
            // While an operation runs, the key waits as it does without the menu.
            press(key)
            return nil
        case .open(let preset): return goOver(to: preset)
        case .show(let id): return { await self.show(id) }
        }
    }

    /// Changes the text that is searched in the account switcher, and returns whether the key does that.
    private func searches(_ key: Key) -> Bool {
        // Before a text is typed, Space presses.
        guard let query = switcher?.query, key != .text(" ") || !query.isEmpty, let edited = key.edited(query) else {
            return false
        }
        switcher?.query = edited
        focus = nil
        return true
    }

    /// Selects what was clicked, and presses it.
    private func click(_ target: ScreenDrawing.Target?) -> KeyQueue.Operation? {
        switch (target, overlay, flow.alerts.state.value) {
        case (.element(let place), _?, _), (.button(let place), _?, _):
            overlay?.select(place, in: text)
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
    var canLeave: Bool { endsForm && flow.state.value.routes?.presented.isEmpty == false }

    /// Whether the user has typed something that is lost with the form, besides the ID with which it began.
    private var hasTypedText: Bool {
        scenes.top?.hasTypedText == true && scenes.top?.form?.form != chosenID.map { AccountForm([.id: $0]) }
    }

    /// Whether Escape throws typed text away.
    private var losesText: Bool { endsForm && hasTypedText }

    /// Handles a key while the session cannot be read.
    private func press(_ key: Key, on parts: [ScenePart]) -> KeyQueue.Operation? {
        switch key {
        case .tab, .down, .control("n"): move(by: 1, parts)
        case .backTab, .up, .control("p"): move(by: -1, parts)
        default:
            let item = focused(in: parts)
            return key.isPress ? parts.first { $0.item == item }?.action : nil
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
            let account = switcher?.state.items.first { $0.id == id }?.accountID
            overlay = account.map { Question(.signOut($0), then: .signOut(id)) }
        case .button(.terms) where key.isPress:
            overlay = TermsReader(documents: scene.terms)
        case .picture where key.isPress:
            overlay = scene.setup.map { CodePicture(setup: $0) }
        case .button(.back) where key.isPress && losesText:
            overlay = Question(.discard, then: .leave)
        case .button(.signIn) where key.isPress && scene.title == .signUp && losesText:
            overlay = Question(.discard, then: .pressItem(.button(.signIn)))
        case .button(let name)
        where key.isPress && scene.title == .signIn && [.signUp, .forgotPassword].contains(name):
            // An account from the list exists already.
            let id = name == .signUp && !hasTypedText ? "" : scene.form?.form[.id] ?? ""
            return { await self.leaving(scene, with: id) { await scene.press(.button(name), in: self.text) } }
        case .button(.signIn) where key.isPress && scene.title == .passwordReset:
            let id = (scene.model as? PasswordResetViewModel)?.state.value.accountID?.text ?? ""
            return {
                await self.leaving(scene, with: id) { await scene.press(.button(.signIn), in: self.text) }
                if !id.isEmpty { self.scene?.formModel?.focus(.password) }
            }
        case .button(.signOutAll) where key.isPress:
            overlay = Question(.signOutAll, then: .pressItem(.button(.signOutAll)))
        case let item? where key.isPress && switcher != nil && item != .button(.back) && hasTypedText:
            overlay = Question(.discard, then: .pressItem(item))
        case let item? where key.isPress:
            return { await self.showingPicture(of: scene) { await scene.press(item, in: self.text) } }
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

    /// Runs an operation that leads to another form, which begins with an ID, if there is one.
    private func leaving(_ scene: any Scene, with id: String, _ operation: () async -> Void) async {
        await operation()
        guard !id.isEmpty, let next = self.scene, next.model !== scene.model else { return }
        guard next.form?.fields.contains(.id) == true else { return }
        begin(with: id)
    }

    /// Runs an operation, and shows the QR code that it makes, if any.
    private func showingPicture(of scene: any Scene, _ operation: () async -> Void) async {
        let earlier = scene.setup
        await operation()
        if let setup = scene.setup, setup != earlier { overlay = CodePicture(setup: setup) }
    }

    /// Whether the first item has the focus, and something above it has no room.
    private func hidesBeginning(_ parts: [ScenePart]) -> Bool {
        focused(in: parts) == parts.lazy.compactMap(\.item).first && drawing.hidesBeginning(of: content)
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

    func setFocus(_ item: SceneItem) {
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
}
