package import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The form of one screen and its submission.
///
/// Each screen with a form owns one; a view calls the functions of ``FormViewModel``. A rejected field is marked for a
/// while, as is a field that refuses input, and the failure is shown until the next edit. The state has the elapsed time of the submission and the time
/// until the next attempt.
@MainActor
public final class FormModel<Failure: Error & Hashable> {
    /// The parts of the fields' state that views do not see.
    private struct Progress {
        var stages: [AccountField: FieldStage] = [:]

        /// The last report on the form.
        var report: ValidationReport

        /// The fields that the last submission was rejected for, until they are edited.
        var rejections: [AccountField: [ValidationIssue]] = [:]

        /// Whether the rejected fields are marked; after a while, they only lack the mark of a valid field.
        var marksRejections = false

        var availability = AvailabilityState.idle

        /// The ID in the form, unless its rules find an issue.
        var id: AccountID?
    }

    package private(set) var state: SubmissionState<Failure>

    /// Called with every state after the first one.
    var changed: @MainActor (SubmissionState<Failure>) -> Void = { _ in }

    /// Called with the ID after every change, or with nil if it is invalid; returns its availability, or nil if IDs are
    /// not checked.
    var checkAvailability: @MainActor (AccountID?) -> AvailabilityState? = { _ in nil }

    /// The action of the screen, which the return key performs in the last field; also called with the documents that the
    /// user has agreed to in an alert.
    var action: @MainActor (_ agreed: [ConsentDocument]) async -> Void = { _ in }

    /// Whether the screen has ended; in that case, nothing can be submitted.
    var isDismissed = false

    /// Whether the texts stay as they are, because no submission can succeed anymore.
    var isClosed = false

    /// The fields that only some actions of the screen need; leaving an empty one shows no issue.
    var optionalFields: Set<AccountField> = []

    let screen: ScreenContext
    private var validator: any FormValidating
    private let setsPassword: Bool
    private let task: LatestWinsTask
    private let rejection: Ticker
    private let refusal: Ticker
    private let elapsed: Ticker
    private let countdown: Ticker
    private var progress: Progress

    /// Creates an empty form, whose submissions wait for earlier operations in the queue.
    init(validator: any FormValidating, setsPassword: Bool = true, terms: Terms? = nil, in screen: ScreenContext) {
        self.validator = validator
        self.setsPassword = setsPassword
        self.screen = screen
        task = LatestWinsTask(queue: screen.queue)
        rejection = Ticker(clock: screen.time.clock)
        refusal = Ticker(clock: screen.time.clock)
        elapsed = Ticker(clock: screen.time.clock)
        countdown = Ticker(clock: screen.time.clock)
        progress = Progress(report: validator.report(on: AccountForm()))
        let terms = terms.map { TermsState(terms: $0) }
        state = SubmissionState(form: FormState(validator.fields, setsPassword, progress.report), terms: terms)
    }

    var alerts: AlertQueue { screen.alerts }

    var proceed: @MainActor (ScreenOutcome) -> Void { screen.proceed }

    var time: ScreenTiming { screen.time }

    // MARK: Editing

    func edit(_ field: AccountField, _ text: String) -> Bool {
        guard isEditable(field) else { return false }
        defer { publish() }
        endRefusal(of: field)
        let before = state.form.form[field]
        if before.isUTF8Equal(to: text) { return true }
        do throws(ValidationIssue) {
            try validator.validateInput(text, into: field, replacing: before)
        } catch {
            state.form.refusal = FieldIssue(field: field, issue: inCharacters(error, of: text, in: field))
            refusal.start(every: time.rejectionTime) { [weak self] _ in
                self?.endRefusal()
                self?.publish()
                return false
            }
            return false
        }
        state.form.form[field] = text
        endRejection(of: field)
        if text.isEmpty, optionalFields.contains(field) { progress.stages[field] = nil }
        advance(field, to: .editing)
        // One field may have to match another, so all are validated.
        validate()
        if field == .id, let availability = checkAvailability(progress.id) { show(availability) }
        switch state.phase {
        case .failed, .notice: state.phase = .idle
        case .idle, .submitting, .done: break
        }
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
            await action([])
        }
    }

    /// Updates the availability of the ID.
    func updateAvailability(_ availability: AvailabilityState) {
        guard state.phase != .done else { return }
        show(availability)
        publish()
    }

    // MARK: Terms

    func agree(to document: ConsentDocument, _ isAgreed: Bool) {
        state.terms?.agree(to: document, isAgreed)
        publish()
    }

    func layOutTerms(as layout: TermsState.Layout) {
        state.terms?.layout = layout
        publish()
    }

    /// Shows an alert, whose confirmation agrees to the documents and performs the action of the screen.
    func askForAgreement(to documents: [ConsentDocument]) {
        alerts.present(.termsRequired(documents), for: self) { [weak self] action in
            guard let self, action == .agree else { return }
            // With a link, no document is marked as agreed to: the next user of the screen has not agreed.
            if state.terms?.layout == .full { for document in documents { agree(to: document, true) } }
            await self.action(documents)
        }
    }

    // MARK: Submitting

    /// Whether the form can be submitted now.
    var canSubmit: Bool { state.canSubmit && !isDismissed }

    /// Submits the form and the agreed documents to `work`, if it can be submitted now and no agreement is missing.
    ///
    /// The documents are those of the state and those of the alert. `receive` is called with the result and the submitted
    /// form, unless the submission was stopped.
    func submit<Success: Sendable>(
        agreeingTo asked: [ConsentDocument],
        _ work: @escaping @MainActor (AccountForm, [ConsentDocument]) async throws(Failure) -> Success,
        then receive: @escaping @MainActor (Result<Success, Failure>, AccountForm) -> Void
    ) async {
        guard canSubmit else { return }
        if let terms = state.terms, terms.layout == .full, !terms.missing.isEmpty {
            return askForAgreement(to: terms.missing)
        }
        let ticked = state.terms?.agreedDocuments ?? []
        let agreed = ticked + asked.filter { !ticked.contains($0) }
        let submitted = begin()
        await task.run {
            do throws(Failure) {
                return Result<_, Failure>.success(try await work(submitted, agreed))
            } catch {
                return .failure(error)
            }
        } then: {
            receive($0, submitted)
        }
    }

    /// Runs an operation after earlier ones of all screens, unless the screen has ended by then.
    func run<Success: Sendable, Reason: Error>(
        _ operation: @escaping @MainActor () async throws(Reason) -> Success,
        then receive: @escaping @MainActor (Success) -> Void,
        failing fail: @escaping @MainActor (Reason) -> Void
    ) async {
        await screen.queue.run(if: { !self.isDismissed }, operation, then: receive, failing: fail)
    }

    /// Begins a submission, shows the issues of the submitted fields, and returns the form.
    func begin(_ fields: [AccountField]? = nil) -> AccountForm {
        rejection.cancel()
        countdown.cancel()
        progress.rejections = [:]
        endRefusal()
        for field in fields ?? state.form.fields { advance(field, to: .submitted) }
        validate()
        state.phase = .submitting
        elapsed.start(every: time.updateInterval) { [weak self] elapsed in
            guard let self, state.phase == .submitting else { return false }
            state.elapsed = elapsed
            publish()
            return true
        }
        publish()
        return state.form.form
    }

    /// Shows a failure, and counts down to the time of the next attempt, if any.
    ///
    /// Fields with issues are rejected for a while, unless their text has changed since the submission. One of them gets
    /// the focus: by default, the first one. A rejected code is removed, because the user types another one, unless the
    /// form asks for the ID too, which may be wrong instead.
    func fail(
        _ failure: Failure,
        blaming issues: [AccountField: [ValidationIssue]] = [:],
        of submitted: AccountForm,
        focusing field: AccountField? = nil,
        until: Date? = nil
    ) {
        state.phase = .failed(failure)
        if reject(issues, of: submitted, focusing: field) {
            rejection.start(every: time.rejectionTime) { [weak self] _ in
                self?.unmarkRejections()
                return false
            }
        }
        if let until { count(downTo: until, failure) }
        publish()
    }

    /// Shows a failure with the issues that a use case has found.
    func fail(_ failure: Failure, blaming issues: [FieldIssue], of submitted: AccountForm) {
        fail(failure, blaming: Dictionary(grouping: issues, by: \.field).mapValues { $0.map(\.issue) }, of: submitted)
    }

    /// Shows a failure of the account service, which may name a field, the time of the next attempt or a store that cannot
    /// be read.
    func fail(_ failure: Failure, because reason: AccountServiceFailure, of submitted: AccountForm) {
        switch reason {
        case .remote(.refused(let refusal)):
            // The failure itself shows the messages.
            fail(failure, blaming: refusal.fieldMessages.mapValues { _ in [] }, of: submitted)
        case .remote(.throttled(let wait?)):
            fail(failure, of: submitted, until: time.dates.now + wait / .seconds(1))
        default: fail(failure, of: submitted)
        }
        if let outcome = ScreenOutcome(unreadable: reason) { proceed(outcome) }
    }

    /// Shows that the submission succeeded without a session; the form keeps its texts.
    func succeed(with notice: FlowNotice) {
        state.phase = .notice(notice)
        publish()
    }

    /// Returns to the idle phase; the form keeps its texts.
    func halt() {
        state.phase = .idle
        publish()
    }

    /// Stops the submission, if any; the form keeps its texts.
    func stop() {
        guard state.phase == .submitting else { return }
        task.cancel()
        halt()
    }

    /// Empties the form as ``reset(to:)`` does, and leaves the screen.
    func end(in phase: SubmissionPhase<Failure> = .idle, with outcome: ScreenOutcome) {
        reset(to: phase)
        proceed(outcome)
    }

    /// Empties the form and the agreements, stops the submission and removes the alerts of the screen.
    func reset(to phase: SubmissionPhase<Failure>) {
        task.cancel()
        rejection.cancel()
        endRefusal()
        _ = checkAvailability(nil)
        alerts.removeAll(of: self)
        progress = Progress(report: validator.report(on: AccountForm()))
        state.form = FormState(validator.fields, setsPassword, progress.report)
        state.terms?.agreed = []
        state.phase = phase
        publish()
    }

    /// Replaces the texts of the form and its validator; fields that the user has not been in stay untouched.
    func fill(_ texts: AccountForm, validator: any FormValidating) {
        self.validator = validator
        state.form.form = texts
        validate()
        publish()
    }

    /// Empties the form as ``reset(to:)`` does, and begins another one with these texts.
    func restart(with validator: any FormValidating, _ texts: AccountForm = AccountForm()) {
        self.validator = validator
        reset(to: .idle)
        fill(texts, validator: validator)
    }

    /// Ends the form permanently, when the screen is no longer shown; a success remains in its state.
    func dismiss() {
        isDismissed = true
        alerts.removeAll(of: self)
        switch state.phase {
        case .done: break
        case .notice: reset(to: state.phase)
        case .idle, .submitting, .failed: reset(to: .idle)
        }
    }

    // MARK: Fields

    private func isEditable(_ field: AccountField) -> Bool {
        state.phase != .done && !isClosed && state.form.fields.contains(field)
    }

    /// Returns the issue of a text that is too large to be validated, in characters if the field limits them.
    private func inCharacters(_ issue: ValidationIssue, of text: String, in field: AccountField) -> ValidationIssue {
        guard case .tooManyBytes = issue else { return issue }
        for rule in progress.report[field]?.rule.leaves ?? [] {
            guard case .length(_, let maximum?) = rule.requirement, text.count > maximum else { continue }
            return .tooLong(maximum: maximum, actual: text.count)
        }
        return issue
    }

    private func advance(_ field: AccountField, to stage: FieldStage) {
        progress.stages[field, default: .untouched].advance(to: stage)
    }

    private func markLeft(_ field: AccountField) {
        if state.form.focus == field { state.form.focus = nil }
        endRefusal(of: field)
        if !optionalFields.contains(field) || !state.form.form[field].isEmpty { advance(field, to: .left) }
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

    /// Rejects fields, moves the focus to the given field or else the first one, and returns whether any is rejected.
    private func reject(
        _ issues: [AccountField: [ValidationIssue]],
        of submitted: AccountForm,
        focusing field: AccountField?
    ) -> Bool {
        let rejected = state.form.fields.filter { field in
            issues[field] != nil && state.form.form[field].isUTF8Equal(to: submitted[field])
        }
        guard let first = rejected.first else { return false }
        moveFocus(to: field ?? first)
        for field in rejected { progress.rejections[field] = issues[field] }
        progress.marksRejections = true
        let hasOnlyCode = rejected == [.code] && validator.fields.allSatisfy { $0 != .id && $0 != .email }
        // One wrong character of a recovery code is quicker to correct than to type all of it again.
        if hasOnlyCode, RecoveryCode(state.form.form[.code]) == nil { state.form.form[.code] = "" }
        validate()
        return true
    }

    /// Ends the rejection of an edited field.
    ///
    /// Fields without issues of their own, such as an ID and its password, were rejected together.
    private func endRejection(of field: AccountField) {
        if progress.rejections[field] == [] { progress.rejections = progress.rejections.filter { $0.value != [] } }
        progress.rejections[field] = nil
    }

    /// Removes the reason why a text was refused, unless another field than the given one refused it.
    private func endRefusal(of field: AccountField? = nil) {
        guard field == nil || state.form.refusal?.field == field else { return }
        refusal.cancel()
        state.form.refusal = nil
    }

    private func unmarkRejections() {
        progress.marksRejections = false
        validate()
        publish()
    }

    private func validate() {
        progress.report = validator.report(on: state.form.form)
        let found = progress.report.issues
        state.form.isValid = found.isEmpty
        for field in state.form.fields {
            let issues = found.filter { $0.field == field }.map(\.issue)
            if field == .id {
                // The rules report a text that is not an ID, so its availability is not checked.
                progress.id = issues.isEmpty ? try? AccountID(state.form.form[.id]) : nil
            }
            state.form[field] =
                if let issues = progress.rejections[field] {
                    progress.marksRejections ? .rejected(issues) : .editing
                } else {
                    FieldState(stage: progress.stages[field] ?? .untouched, issues: issues)
                }
        }
        state.form[.id] = state.form[.id].considering(progress.availability, of: state.form.form[.id])
        state.form.checklist = checklist()
    }

    /// The rules of the field that has the focus, and the availability of the ID, if it is checked.
    private func checklist() -> [ChecklistItem] {
        let form = state.form.form
        guard let field = state.form.focus, let report = progress.report[field] else { return [] }
        // A rejected code was removed; it was not missing.
        if field == .code, progress.rejections[field] != nil, form[field].isEmpty { return [] }
        let showsIssues =
            switch state.form[field] {
            case .untouched, .editing, .valid: false
            case .invalid, .rejected: true
            }
        let items = [ChecklistItem](report.rule, showsIssues: showsIssues)
        guard field == .id, progress.availability.concerns(form[.id]) else { return items }
        return items + [ChecklistItem](progress.availability.report, showsIssues: showsIssues)
    }

    /// Returns the number of rules in the longest checklist of a field, for which a screen can reserve room.
    package func longestChecklist(of field: AccountField) -> Int {
        let rules = progress.report[field]?.rule.leaves.map(\.requirement) ?? []
        let own = rules.count { $0 != .notEmpty && $0 != .storable }
        // The availability of a valid ID comes and goes, and so does, beside other rules, the one that a text can be stored.
        return max(own, 1) + (field == .id || own > 0 && rules.contains(.storable) ? 1 : 0)
    }

    /// Whether a field is empty and may stay so, also before the user has visited it.
    package func mayStayEmpty(_ field: AccountField) -> Bool {
        state.form.form[field].isEmpty && progress.report[field]?.isValid == true
    }

    // MARK: Time

    private func count(downTo end: Date, _ failure: Failure) {
        state.wait = time.remaining(until: end)
        guard state.wait != nil else { return }
        countdown.start(every: time.updateInterval) { [weak self] _ in
            guard let self, state.phase == .failed(failure) else { return false }
            state.wait = time.remaining(until: end)
            if state.wait == nil { state.phase = .idle }
            publish()
            return state.wait != nil
        }
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

extension FormState {
    /// Creates the state of an empty form with the report on it.
    fileprivate init(_ fields: [AccountField], _ setsPassword: Bool, _ report: ValidationReport) {
        self.init(
            fields: fields,
            setsPassword: setsPassword,
            isValid: report.issues.isEmpty,
            revealed: fields.contains(.code) ? [.code] : []
        )
    }
}
