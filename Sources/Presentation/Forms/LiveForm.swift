import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A form on a screen with what happens to it as time goes by: the part that the view models of forms share.
///
/// A rejected field reverts by itself, elapsed time is told while an answer is awaited, and remaining time where
/// somebody has to wait.
@MainActor
final class LiveForm<Failure: Error & Hashable> {
    private(set) var state: SubmissionState<Failure>

    /// Told every state but the first one.
    var changed: @MainActor (SubmissionState<Failure>) -> Void = { _ in }

    /// Asked, at every change of the ID, whether it is known to be free; gets nil while something is wrong with it.
    var inquire: @MainActor (AccountID?) -> AvailabilityState? = { _ in nil }

    private let validator: any FormValidating
    private let time: ScreenTime
    private let flash: Ticker
    private let progress: Ticker
    private let countdown: Ticker
    private var editor: FormEditor

    /// Creates an empty form.
    ///
    /// - Parameters:
    ///   - validator: Says which fields there are, and judges them.
    ///   - time: How time goes by.
    init(validator: any FormValidating, time: ScreenTime) {
        self.validator = validator
        self.time = time
        flash = Ticker(clock: time.clock)
        progress = Ticker(clock: time.clock)
        countdown = Ticker(clock: time.clock)
        editor = FormEditor(validator: validator)
        state = SubmissionState(form: editor.state)
    }

    // MARK: What the person does

    /// Puts a text into a field, unless the screen has done its work.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - text: All that is in it now.
    /// - Returns: Whether the field holds that text now.
    func edit(_ field: AccountField, _ text: String) -> Bool {
        guard state.phase != .done else { return false }
        let before = editor.state.form[field]
        let isTaken = editor.edit(field, text)
        if !editor.state.form[field].isUTF8Equal(to: before) {
            if field == .id, let availability = inquire(editor.id) { editor.learn(availability) }
            state.phase = state.phase.afterEdit
        }
        publish()
        return isTaken
    }

    func leave(_ field: AccountField) { change { $0.leave(field) } }

    func focus(_ field: AccountField?) { change { $0.focus(field) } }

    func reveal(_ field: AccountField, _ isRevealed: Bool) { change { $0.reveal(field, isRevealed) } }

    func learn(_ availability: AvailabilityState) { change { $0.learn(availability) } }

    /// Performs the part of the return key that is the form's: goes on to the next field, or ends editing.
    ///
    /// - Returns: Whether the action of the form is to be performed.
    func pressReturn() -> Bool {
        guard state.phase != .done, let key = state.form.returnKey else { return false }
        switch key {
        case .next(let field):
            focus(field)
            return false
        case .submit:
            focus(nil)
            return true
        }
    }

    // MARK: What comes of a submission

    /// Begins to wait for an answer.
    ///
    /// - Parameter fields: Those that are submitted, which show from now on what is wrong with them; nil for all.
    /// - Returns: What is submitted.
    func begin(_ fields: [AccountField]? = nil) -> AccountForm {
        flash.cancel()
        countdown.cancel()
        editor.forgive()
        editor.submit(fields ?? editor.state.fields)
        state.phase = .submitting
        progress.start(every: time.step) { [weak self] elapsed in
            guard let self, state.phase == .submitting else { return false }
            state.elapsed = elapsed
            publish()
            return true
        }
        publish()
        return editor.state.form
    }

    /// Shows why the submission has failed.
    ///
    /// - Parameters:
    ///   - failure: The reason.
    ///   - issues: The fields that are the reason, with what is wrong with them, which may be nothing in particular.
    ///     They are rejected for a while, and the first of them gets the focus. A field whose text is no longer the one
    ///     that was refused is left alone.
    ///   - form: What was submitted.
    ///   - until: When another try may succeed; nil where time does not matter.
    func fail(
        _ failure: Failure,
        blaming issues: [AccountField: [ValidationIssue]] = [:],
        of form: AccountForm,
        until: Date? = nil
    ) {
        state.phase = .failed(failure)
        if editor.reject(issues, of: form) {
            flash.start(every: time.flash) { [weak self] _ in
                self?.revert(from: failure)
                return false
            }
        }
        if let until { count(downTo: until, failure) }
        publish()
    }

    /// Stops waiting for an answer and keeps what was typed.
    func halt() {
        state.phase = .idle
        publish()
    }

    /// Empties the form.
    func reset(to phase: SubmissionPhase<Failure>) {
        flash.cancel()
        editor = FormEditor(validator: validator)
        state.phase = phase
        publish()
    }

    private func change(_ change: (inout FormEditor) -> Void) {
        guard state.phase != .done else { return }
        change(&editor)
        publish()
    }

    private func revert(from failure: Failure) {
        editor.forgive()
        if state.phase == .failed(failure) { state.phase = .idle }
        publish()
    }

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
        // A moment that is farther away than a century is not counted down to.
        return seconds > 0 ? .seconds(min(seconds, 3_200_000_000)) : nil
    }

    private func publish() {
        if state.phase != .submitting {
            progress.cancel()
            state.elapsed = .zero
        }
        if case .failed = state.phase {
        } else {
            countdown.cancel()
            state.wait = nil
        }
        state.form = editor.state
        changed(state)
    }
}
