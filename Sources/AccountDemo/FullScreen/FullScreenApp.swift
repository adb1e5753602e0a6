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

    package internal(set) var isFinished = false
    package internal(set) var composition: AppComposition
    var preset: AppSettings.Preset?

    /// Whether the app uses a server within the program, which has an account already.
    var hasKnownAccount: Bool { preset.map(location) == .program }

    /// Whether anyone has been signed in since the app began.
    var hasBeenSignedIn = false

    /// The presets whose known account has another password, or was deleted.
    var outdated: Set<AppSettings.Preset?> = []
    private let exportPath: String
    let makeComposition: @MainActor (AppSettings.Preset) -> AppComposition
    let location: @MainActor (AppSettings.Preset) -> AccountLocation

    package private(set) var flow: RootFlowViewModel
    var text: any DemoText
    private var subscriptions: [ObservationToken] = []

    var scenes = SceneStack()
    var scene: (any Scene)? { switcher ?? scenes.top }
    private var sceneSubscription: ObservationToken?

    /// The item with the focus, unless a field of a form has it.
    var focus: SceneItem?
    let editors = FieldEditors()

    /// Whether the user has moved up from the first item, to what is above it, until the next key.
    var isAtBeginning = false

    /// The index of the button that Enter presses in an alert.
    var selection = 0

    var overlay: (any Overlay)? {
        didSet {
            if overlay is Question, !(oldValue is Question) { queue.dropKeys() }
            // Whatever closes the list stops its listing.
            if (oldValue as? AccountList)?.isRunning == true, !(overlay is AccountList) { queue.stop() }
        }
    }

    /// The account switcher that covers the screen, if any.
    var switcher: AccountsScene?

    /// The field whose password the user has made visible, until it loses the focus or is submitted.
    var revealed: AccountField?

    /// Whether the screen says why a button is disabled, because the user has moved to it or pressed it.
    var explainsDisabled = false

    /// The empty field because of which Enter did nothing, until the next key.
    var missing: FieldIssue?

    /// What has just succeeded, until the next key or for some seconds.
    var confirmation: Confirmation?
    var confirmationAge = 0

    /// Whether a key was pressed in the last second.
    var wasUsed = false

    /// How often the spinner has turned since the operation began.
    var spinnerStep = 0

    /// The ID with which the form began, from the list of accounts or from another form.
    var chosenID: String?

    let queue = KeyQueue()

    /// The drawing on the terminal, by which clicks find the elements.
    package var drawing = ScreenDrawing(columns: 80, rows: 24)

    /// Creates the screens of an app, which save exports in a folder; `launch` returns the app of a preset that the user
    /// selects, and `location` where its accounts are.
    package init(
        _ composition: AppComposition,
        preset: AppSettings.Preset? = nil,
        language: Language,
        exportPath: String = ".",
        location: @escaping @MainActor (AppSettings.Preset) -> AccountLocation = {
            $0.needsServer ? .program : .memory
        },
        launch: @escaping @MainActor (AppSettings.Preset) -> AppComposition
    ) {
        self.composition = composition
        self.preset = preset
        self.exportPath = exportPath
        (self.location, makeComposition) = (location, launch)
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

    package func launch() async {
        await queue.take { await self.flow.launch() }.value
    }

    /// Ends a confirmation that was shown long enough, and follows what other programs have changed, such as a sign-out.
    ///
    /// It is called once a second.
    package func secondPassed() async {
        // An overlay hides it.
        if overlay == nil { confirmationAge += 1 }
        if confirmation != nil, confirmationAge > Self.confirmationTime {
            confirmation = nil
            changed()
        }
        let isUse = wasUsed
        wasUsed = false
        await flow.noticeChanges(isUse: isUse)
    }

    /// Whether an operation runs, during which the spinner turns.
    var isBusy: Bool { isShowing && (canStop || queue.turn != nil) }

    /// Whether Escape stops the running operation.
    var canStop: Bool { scene?.elapsed != nil }

    /// The time after which the spinner turns once more.
    static let spinnerPause = Duration.milliseconds(100)

    /// Turns the spinner; it is called after each ``spinnerPause`` while an operation runs.
    package func turnSpinner() {
        spinnerStep += 1
        changed()
    }

    /// The seconds for which a confirmation is shown.
    private static let confirmationTime = 4

    package func shutDown() async { await composition.shutDown() }

    /// Shows the screens of a flow instead of the earlier ones.
    func follow(_ flow: RootFlowViewModel) {
        for subscription in subscriptions { subscription.cancel() }
        sceneSubscription?.cancel()
        scenes = SceneStack()
        confirmation = nil
        self.flow = flow
        subscriptions = [
            flow.state.observe { [weak self] in self?.follow($0) },
            flow.alerts.state.observe { [weak self] alert in
                if alert != nil {
                    self?.queue.dropKeys()
                    self?.confirmation = nil
                }
                self?.selection = alert.map(Self.safeButton) ?? 0
                self?.changed()
            },
        ]
    }

    /// Returns the button that changes nothing, which is selected first, or else the last one.
    static func safeButton(of alert: AlertContent) -> Int {
        alert.buttons.firstIndex { $0.role == .cancel } ?? max(alert.buttons.count - 1, 0)
    }

    /// Shows the screen of a state, with the focus on what opened a screen that was left.
    private func follow(_ state: RootFlowState) {
        // The flow may have left the screen of these terms or of this code.
        if overlay?.belongsToScreen == true { overlay = nil }
        let item = switcher == nil ? focus : nil
        let (shown, id) = (scene?.model, returnedID)
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
        if let id, scene.title == .signIn {
            scene.formModel?.edit(.id, id)
            // What led to another form has the focus again; after a step of the sign-in, the password is missing.
            if scene.form?.focus != nil { scene.formModel?.focus(.password) }
        }
        queue.arrive { await scene.appear() }
    }

    /// The ID with which a sign-in led to this screen, and which it has again when the user comes back.
    private var returnedID: String? {
        switch scene?.title {
        case .signUp, .passwordReset: chosenID
        case .challenge: (scene?.model as? ChallengeViewModel)?.state.value.challenge.accountID.text
        default: nil
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
        let (old, fields, items) = (situation(), scene?.form?.fields, parts.compactMap(\.item))
        // A form that has registered an account is empty.
        let id = began?.form?.form[.id]
        // Behind an alert may be a button that cannot be pressed anymore.
        explainsDisabled = flow.alerts.state.value != nil
        spinnerStep = 0
        var tookTime = false
        // It begins when the operation waits for something, which one that only opens a screen does not do.
        Task { tookTime = true }
        await operation()
        if composition.session.state.session != nil { hasBeenSignedIn = true }
        // The form has ended editing, but a terminal always has a focus.
        if case .field(let field)? = focus, let form = scene?.form, form.focus == nil {
            let isNextStep = scene?.model === began?.model && form.fields != fields
            setFocus(.field(isNextStep ? form.fields.first ?? field : field))
            explainsDisabled = false
        }
        if let form = scene?.form { editors.selectRefused(of: form) }
        // The user has not seen what the keys that wait would act on. Those before the first form can do no harm.
        let isFirst = began?.form == nil && session.state.session == nil
        let isNew = tookTime && !isFirst && (scene?.model !== began?.model || parts.compactMap(\.item) != items)
        let asks = flow.alerts.state.value != nil || parts.contains { $0.failure != nil }
        if isNew || asks { queue.dropKeysForScreen() }
        if let exit = scene?.exit { setFocus(exit) }
        guard composition.session === session, let new = Confirmation(from: old, to: situation()) else { return }
        // The confirmation says the same as this notice, and needs no key.
        if let alert = flow.alerts.state.value, alert.subject == .notice(.passwordChanged) {
            await flow.alerts.answer(.dismiss, to: alert.id)
        }
        if new == .registered, scene?.title == .signIn, let id, !id.isEmpty {
            begin(with: id)
            scene?.formModel?.focus(.password)
        }
        if flow.alerts.state.value?.subject != .notice(.signedIn) { (confirmation, confirmationAge) = (new, 0) }
        switch new {
        case .passwordChanged(let id), .accountDeleted(let id):
            if id.text == LocalServer.knownAccount.id { outdated.insert(preset) }
        default: break
        }
    }

    func hideLeftPassword() {
        if let revealed, overlay != nil || switcher != nil || scene?.form?.focus != revealed { hidePassword() }
    }

    func hidePassword() {
        // Below the account switcher is the form.
        if let revealed { scenes.top?.formModel?.reveal(revealed, false) }
        revealed = nil
    }
}
