import App
import Domain
import Presentation

/// A screen of the app, drawn from the state of its view model.
@MainActor
protocol Scene {
    var title: ScreenName { get }

    associatedtype Model: ScreenModel
    var model: Model { get }

    /// The terms that the user can read on this screen.
    var terms: [ConsentDocument] { get }

    /// The key for an authenticator app that the user can scan on this screen, if any.
    var setup: TOTPSetup? { get }

    /// Whether sign-in requires an authenticator app; nil where that is unknown.
    var requiresTOTP: Bool? { get }

    /// Whether an account was registered here whose owner has to sign in, on another screen.
    var hasRegistered: Bool { get }

    /// Returns the parts, from top to bottom; the editors have the texts of the fields.
    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart]

    /// Stops the submission, or goes back if possible.
    func escape()

    /// Returns why an item cannot be pressed now.
    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String

    /// Whether the user has typed something that is lost with the screen.
    var hasTypedText: Bool { get }

    /// The button that leaves a form which cannot be submitted anymore; nil while it can be.
    var exit: SceneItem? { get }
}

extension Scene {
    var state: Model.State { model.state.value }

    /// A value that changes whenever the screen has to be drawn again.
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    /// Called after the screen is shown.
    func appear() async { await model.appear() }

    var terms: [ConsentDocument] { [] }
    var setup: TOTPSetup? { nil }
    var requiresTOTP: Bool? { nil }
    var hasRegistered: Bool { false }
    var exit: SceneItem? { nil }
    func escape() {}

    /// Performs the action of a button or check box.
    func press(_ item: SceneItem, in text: any DemoText) async {
        await parts(in: text, editors: [:]).first { $0.item == item }?.action?()
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String { whyNotSubmitted(in: text) }

    /// Returns why the form cannot be submitted now.
    func whyNotSubmitted(in text: any DemoText) -> String {
        guard let form, !form.isValid else { return text.notPossible }
        let invalid = form.fields.first { if case .invalid = form[$0] { !form.form[$0].isEmpty } else { false } }
        return invalid.map { text.correctFirst(form.label(of: $0, in: text.messages)) } ?? text.fieldsMissing
    }
    var hasTypedText: Bool { form.map { form in form.fields.contains { !form.form[$0].isEmpty } } ?? false }

    /// The view model of the form; nil on a screen without one.
    var formModel: (any FormViewModel)? { model as? any FormViewModel }

    var form: FormState? { formModel?.formState }

    /// The time since the submission began; nil if none is in progress.
    var elapsed: Duration? { formModel?.awaited }
}

/// The screens of a flow, from the bottom up; a screen is made when it is first shown.
@MainActor
struct SceneStack {
    private var scenes: [(route: Route, scene: (any Scene)?, opener: SceneItem?)] = []

    var top: (any Scene)? { scenes.last?.scene }

    /// The item that opened the screen above this one, which the user has left again.
    var opener: SceneItem? { scenes.last?.opener }

    /// Shows the screens of these routes; those in the stack stay, and the item with the focus opens those above.
    mutating func show(
        _ routes: [Route],
        of flow: RootFlowViewModel,
        saving exports: ExportFolder,
        from item: SceneItem? = nil
    ) {
        let kept = zip(scenes, routes).prefix { $0.route.isSameScreen(as: $1) }.count
        // A screen that replaces another one was not opened from the screen below, and a sign-in begins with its first field.
        if kept > 0, routes.count > kept {
            scenes[kept - 1].opener = scenes.count == kept && routes[kept - 1].session != nil ? item : nil
        }
        scenes = scenes.prefix(kept) + routes.dropFirst(kept).map { ($0, nil, nil) }
        guard let last = scenes.last, last.scene == nil else { return }
        scenes[scenes.count - 1].scene = flow.makeScene(for: last.route, saving: exports)
    }
}

extension FormViewModel {
    var formState: FormState { form.state.form }
    fileprivate var awaited: Duration? { form.state.phase == .submitting ? form.state.elapsed : nil }

    /// Returns the fields of the form, with the rules of the focused field if requested.
    func fieldParts(
        in text: any DemoText,
        editors: [AccountField: LineEditor],
        showsRules: Bool = false
    ) -> [ScenePart] {
        let state = formState
        let parts = state.fields.flatMap { field in
            let isOptional = form.mayStayEmpty(field)
            let part = ScenePart(text.element(for: field, of: state, isOptional, editors[field]), .field(field))
            guard showsRules, field == state.focus else { return [part] }
            let rules = state.checklist.map { ScenePart(.rule(text.messages.text(of: $0.requirement), $0.status)) }
            // Some rules come and go.
            let isComplete = rules.count >= form.longestChecklist(of: field)
            return [part] + rules + (isComplete ? [] : [ScenePart(.ruleRoom)])
        }
        let longest = state.fields.map(form.longestChecklist).max() ?? 0
        return showsRules && !parts.isEmpty ? parts + [ScenePart(.ruleSpace(longest))] : parts
    }

    /// Returns the reason of a failure, the time until the next attempt, or what is left to do after a success; where there
    /// is none, a gap has its place.
    func failureParts(in text: any DemoText, _ message: (Failure) -> String) -> [ScenePart] {
        switch form.state.phase {
        case .failed(let failure):
            let wait = form.state.wait.map { text.throttled(Int($0.components.seconds)) }
            return [.failure(wait ?? message(failure))]
        case .notice(let notice): return [.text(text.messages.message(for: notice))]
        case .idle, .submitting, .done: return [.gap]
        }
    }
}

/// An item of a screen that can have the focus and be pressed.
enum SceneItem: Hashable, Sendable {
    case field(AccountField)
    case remember
    case agree(ConsentDocument)
    case account(SessionID)
    case picture
    case button(ButtonName)
}

/// A part of a screen, for drawing and pressing.
struct ScenePart {
    typealias Action = @MainActor () async -> Void

    let element: ScreenElement

    /// The item of the part; nil if it cannot have the focus.
    let item: SceneItem?

    /// What pressing the item does in the view model; nil for fields, and for what only the app shows.
    let action: Action?

    init(_ element: ScreenElement, _ item: SceneItem? = nil, _ action: Action? = nil) {
        self.element = element
        self.item = element.takesFocus ? item : nil
        self.action = action
    }

    static let gap = ScenePart(.gap)

    static func text(_ text: String, style: CellStyle = .plain) -> ScenePart { ScenePart(.text(text, style: style)) }

    static func failure(_ message: String) -> ScenePart { .text(message, style: .red) }

    /// The message about a failure; nil for other parts.
    var failure: String? { if case .text(let message, .red) = element { message } else { nil } }
}

extension DemoText {
    /// The library's texts for screens and errors.
    var messages: any MessageCatalog { language.messages }

    /// Returns a spinner, the name of an operation, the time since it began, and the key that stops it, if any.
    func progress(_ name: String?, _ elapsed: Duration, step: Int, canStop: Bool) -> String {
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return frames[step % frames.count] + " " + (name.map { $0 + " · " } ?? "")
            + self.elapsed(Int(elapsed.components.seconds), canStop: canStop)
    }

    func nextMessage(in wait: Duration) -> String { nextMessage(in: Int(wait.components.seconds)) }

    /// Returns the time until another message can be requested; below the last button, it moves nothing.
    func resendWait(_ wait: Duration?) -> [ScenePart] {
        wait.map { [.text(nextMessage(in: $0), style: .dim)] } ?? []
    }

    func button(_ name: ButtonName, isEnabled: Bool = true, _ action: ScenePart.Action? = nil) -> ScenePart {
        let isDestructive = name == .deleteAccount
        let title = messages.title(of: name)
        return ScenePart(.button(title, isEnabled: isEnabled, isDestructive: isDestructive), .button(name), action)
    }

    /// Returns a check box for each document, and the button that shows the texts.
    func parts(
        for terms: TermsState,
        agree: @escaping @MainActor (ConsentDocument, Bool) -> Void
    ) -> [ScenePart] {
        terms.terms.documents.map { document in
            let kind = terms.terms.required.contains(document) ? requiredTerms : optionalTerms
            let title = "\(title(of: document)) (\(kind))"
            let isOn = terms.agreed.contains(document)
            return ScenePart(.checkBox(title, isOn: isOn), .agree(document)) { agree(document, !isOn) }
        } + [button(.terms)]
    }

    /// Returns the screen that is shown if the session cannot be read.
    func unavailable(
        _ error: StorageError,
        retry: @escaping ScenePart.Action,
        startOver: @escaping ScenePart.Action
    ) -> [ScenePart] {
        [.text(messages.message(forUnavailableSession: error), style: [.red, .bold]), .gap, button(.retry, retry)]
            + (error.allowsStartingOver ? [button(.startOver, startOver)] : [])
    }

    fileprivate func element(
        for field: AccountField,
        of state: FormState,
        _ isOptional: Bool,
        _ editor: LineEditor?
    ) -> ScreenElement {
        func message(_ issues: [ValidationIssue]) -> String? {
            issues.first.map { messages.message(for: FieldIssue(field: field, issue: $0)) }
        }
        // The reason why the last input was rejected is shown first; the text of the field has not changed.
        let refusal = state.refusal.flatMap { $0.field == field ? self.message(forRejected: $0) : nil }
        let (mark, issue): (ScreenElement.Field.Mark, String?) =
            switch state[field] {
            case .untouched where refusal == nil && isOptional, .valid where refusal == nil && isOptional:
                (.neutral, optionalTerms)
            case .untouched, .editing: (refusal == nil ? .neutral : .invalid, nil)
            // Only the service knows whether a proof is correct.
            case .valid where refusal == nil && [.currentPassword, .code].contains(field): (.neutral, nil)
            case .valid: (refusal == nil ? .valid : .invalid, nil)
            case .invalid(let issues): (.invalid, message(issues))
            case .rejected(let issues): (.rejected, message(issues))
            }
        return .field(
            ScreenElement.Field(
                state.label(of: field, in: messages),
                editor ?? LineEditor(state.form[field]),
                isMasked: state.isObscured(field),
                mark: mark,
                message: refusal ?? issue
            )
        )
    }
}
