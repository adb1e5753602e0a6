import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The form of one screen and its submission.
///
/// Each screen with a form owns one; ``FormViewModel`` has the functions that a view calls. A rejected field reverts
/// after a while, and the state shows how long an answer has been awaited and how long the user still has to wait.
@MainActor
public final class FormModel<Failure: Error & Hashable> {
    /// What is known about the fields besides the state.
    private struct Progress {
        var stages: [AccountField: FieldStage] = [:]
        var rejections: [AccountField: [ValidationIssue]] = [:]
        var availability = AvailabilityState.idle

        /// The ID in the form, unless its rules find an issue.
        var id: AccountID?
    }

    package private(set) var state: SubmissionState<Failure>

    /// Called with every state but the first one.
    var changed: @MainActor (SubmissionState<Failure>) -> Void = { _ in }

    /// Called with the ID at every change of it, with nil while the ID is invalid; returns whether the ID is available.
    var checkAvailability: @MainActor (AccountID?) -> AvailabilityState? = { _ in nil }

    /// Performs the action of the screen when the return key is pressed in the last field.
    var action: @MainActor () async -> Void = {}

    /// Whether the screen is shown no more; nothing can be submitted then.
    var isDismissed = false

    let alerts: AlertQueue
    private let validator: any FormValidating
    private let time: ScreenTiming
    private let task: LatestWinsTask
    private let flash: Ticker
    private let elapsed: Ticker
    private let countdown: Ticker
    private var progress = Progress()

    /// Creates an empty form, whose submissions wait in the queue for earlier operations.
    init(validator: any FormValidating, time: ScreenTiming, alerts: AlertQueue, queue: SerialTaskQueue) {
        self.validator = validator
        self.time = time
        self.alerts = alerts
        task = LatestWinsTask(queue: queue)
        flash = Ticker(clock: time.clock)
        elapsed = Ticker(clock: time.clock)
        countdown = Ticker(clock: time.clock)
        state = SubmissionState(form: Self.emptyForm(validator))
    }

    // MARK: Editing

    func edit(_ field: AccountField, _ text: String) -> Bool {
        guard isEditable(field) else { return false }
        defer { publish() }
        state.form.refusal = nil
        let before = state.form.form[field]
        if before.isUTF8Equal(to: text) { return true }
        do throws(ValidationIssue) {
            try validator.validateInput(text, into: field, replacing: before)
        } catch {
            state.form.refusal = FieldIssue(field: field, issue: error)
            return false
        }
        state.form.form[field] = text
        progress.rejections[field] = nil
        advance(field, to: .editing)
        // All fields are validated, because one may have to match another.
        validate()
        if field == .id, let availability = checkAvailability(progress.id) { show(availability) }
        if case .failed = state.phase { state.phase = .idle }
        return true
    }

    func leave(_ field: AccountField) {
        guard isEditable(field) else { return }
        markLeft(field)
        publish()
    }

    func focus(_ field: AccountField?) {
        guard state.phase != .done, state.form.focus != field, field.map(state.form.fields.contains) ?? true else {
            return
        }
        moveFocus(to: field)
        publish()
    }

    func reveal(_ field: AccountField, _ isRevealed: Bool) {
        guard isEditable(field), field.isSecret else { return }
        if isRevealed { state.form.revealed.insert(field) } else { state.form.revealed.remove(field) }
        publish()
    }

    func pressReturn() async {
        guard state.phase != .done, let key = state.form.returnKey else { return }
        switch key {
        case .next(let field):
            focus(field)
        case .submit:
            focus(nil)
            await action()
        }
    }

    /// Shows whether the ID is available.
    func updateAvailability(_ availability: AvailabilityState) {
        guard state.phase != .done else { return }
        show(availability)
        publish()
    }

    // MARK: Submitting

    /// Whether the form can be submitted now.
    var canSubmit: Bool { state.canSubmit && !isDismissed }

    /// Submits the form to `work`, unless it cannot be submitted now.
    ///
    /// `receive` gets the answer and the form that was submitted, unless the submission was stopped.
    func submit<Answer: Sendable>(
        _ work: @escaping @MainActor (AccountForm) async -> Answer,
        then receive: @escaping @MainActor (Answer, AccountForm) -> Void
    ) async {
        guard canSubmit else { return }
        let submitted = begin()
        await task.run {
            await work(submitted)
        } then: {
            receive($0, submitted)
        }
    }

    /// Shows that an answer is awaited and the issues of the submitted fields, and returns the submitted form.
    func begin(_ fields: [AccountField]? = nil) -> AccountForm {
        flash.cancel()
        countdown.cancel()
        progress.rejections = [:]
        state.form.refusal = nil
        for field in fields ?? state.form.fields { advance(field, to: .submitted) }
        validate()
        state.phase = .submitting
        elapsed.start(every: time.step) { [weak self] elapsed in
            guard let self, state.phase == .submitting else { return false }
            state.elapsed = elapsed
            publish()
            return true
        }
        publish()
        return state.form.form
    }

    /// Shows why the submission has failed, and counts down to the time of the next attempt, if any.
    ///
    /// The blamed fields, with or without issues, are rejected for a while, and the first one gets the focus, unless
    /// their text has changed since.
    func fail(
        _ failure: Failure,
        blaming issues: [AccountField: [ValidationIssue]] = [:],
        of submitted: AccountForm,
        until: Date? = nil
    ) {
        state.phase = .failed(failure)
        if reject(issues, of: submitted) {
            flash.start(every: time.flash) { [weak self] _ in
                self?.revert(from: failure)
                return false
            }
        }
        if let until { count(downTo: until, failure) }
        publish()
    }

    /// Shows that the submission has failed because of issues that a use case has found.
    func fail(_ failure: Failure, blaming issues: [FieldIssue], of submitted: AccountForm) {
        fail(failure, blaming: Dictionary(grouping: issues, by: \.field).mapValues { $0.map(\.issue) }, of: submitted)
    }

    /// Shows that the submission has failed because of the account service, which may blame a field and say when to try
    /// again.
    func fail(_ failure: Failure, because reason: AccountServiceFailure, of submitted: AccountForm) {
        switch reason {
        case .remote(.refused(_, let field?)): fail(failure, blaming: [field: []], of: submitted)
        case .remote(.throttled(let wait?)):
            fail(failure, of: submitted, until: time.dates.now + wait / .seconds(1))
        default: fail(failure, of: submitted)
        }
    }

    /// Shows that no answer is awaited any more, and keeps the form.
    func halt() {
        state.phase = .idle
        publish()
    }

    /// Stops the submission, if there is one, and keeps the form.
    func stop() {
        guard state.phase == .submitting else { return }
        task.cancel()
        halt()
    }

    /// Empties the form, stops the submission and removes the alerts of the screen.
    func reset(to phase: SubmissionPhase<Failure>) {
        task.cancel()
        flash.cancel()
        _ = checkAvailability(nil)
        alerts.removeAll(of: self)
        progress = Progress()
        state.form = Self.emptyForm(validator)
        state.phase = phase
        publish()
    }

    /// Ends the form for good, because the screen is shown no more.
    func dismiss() {
        isDismissed = true
        alerts.removeAll(of: self)
        if state.phase != .done { reset(to: .idle) }
    }

    // MARK: Fields

    private static func emptyForm(_ validator: any FormValidating) -> FormState {
        let form = AccountForm()
        return FormState(fields: validator.fields, form: form, isValid: validator.issues(in: form).isEmpty)
    }

    private func isEditable(_ field: AccountField) -> Bool {
        state.phase != .done && state.form.fields.contains(field)
    }

    private func advance(_ field: AccountField, to stage: FieldStage) {
        progress.stages[field, default: .untouched].advance(to: stage)
    }

    private func markLeft(_ field: AccountField) {
        state.form.refusal = nil
        if state.form.focus == field { state.form.focus = nil }
        advance(field, to: .left)
        validate()
    }

    private func moveFocus(to field: AccountField?) {
        guard state.form.focus != field else { return }
        if let old = state.form.focus { markLeft(old) }
        state.form.focus = field
        state.form.checklist = checklist()
    }

    private func show(_ availability: AvailabilityState) {
        guard availability != progress.availability else { return }
        progress.availability = availability
        validate()
    }

    /// Rejects fields, moves the focus to the first of them, and returns whether there is one.
    private func reject(_ issues: [AccountField: [ValidationIssue]], of submitted: AccountForm) -> Bool {
        let rejected = state.form.fields.filter { field in
            issues[field] != nil && state.form.form[field].isUTF8Equal(to: submitted[field])
        }
        guard let first = rejected.first else { return false }
        moveFocus(to: first)
        for field in rejected { progress.rejections[field] = issues[field] }
        validate()
        return true
    }

    private func revert(from failure: Failure) {
        progress.rejections = [:]
        validate()
        if state.phase == .failed(failure) { state.phase = .idle }
        publish()
    }

    private func validate() {
        let found = validator.issues(in: state.form.form)
        state.form.isValid = found.isEmpty
        for field in state.form.fields {
            let issues = found.filter { $0.field == field }.map(\.issue)
            if field == .id {
                // Where the text is no ID, its rules say why, and its availability is not checked.
                progress.id = issues.isEmpty ? try? AccountID(state.form.form[.id]) : nil
            }
            state.form[field] =
                if let issues = progress.rejections[field] {
                    .rejected(issues)
                } else {
                    FieldState(stage: progress.stages[field] ?? .untouched, issues: issues)
                }
        }
        state.form[.id] = state.form[.id].considering(progress.availability, of: state.form.form[.id])
        state.form.checklist = checklist()
    }

    /// The rules of the field that has the focus, with the availability of the ID, where that is checked.
    private func checklist() -> [ChecklistItem] {
        let form = state.form.form
        guard let field = state.form.focus, let report = validator.report(on: form)[field] else { return [] }
        let showsIssues =
            switch state.form[field] {
            case .untouched, .editing, .valid: false
            case .invalid, .rejected: true
            }
        let items = [ChecklistItem](report.rule, showsIssues: showsIssues)
        guard field == .id, progress.availability.concerns(form[.id]) else { return items }
        return items + [ChecklistItem](progress.availability.report, showsIssues: showsIssues)
    }

    // MARK: Time

    private func count(downTo end: Date, _ failure: Failure) {
        state.wait = remaining(until: end)
        guard state.wait != nil else { return }
        countdown.start(every: time.step) { [weak self] _ in
            guard let self, state.phase == .failed(failure) else { return false }
            state.wait = remaining(until: end)
            if state.wait == nil { state.phase = .idle }
            publish()
            return state.wait != nil
        }
    }

    private func remaining(until end: Date) -> Duration? {
        let seconds = end.timeIntervalSince(time.dates.now).rounded(.up)
        // A time farther away than a century is not counted down to.
        return seconds > 0 ? .seconds(min(seconds, 3_200_000_000)) : nil
    }

    private func publish() {
        if state.phase != .submitting {
            elapsed.cancel()
            state.elapsed = .zero
        }
        if case .failed = state.phase {
        } else {
            countdown.cancel()
            state.wait = nil
        }
        changed(state)
    }
}
