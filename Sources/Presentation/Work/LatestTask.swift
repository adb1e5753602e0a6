/// Runs one piece of work at a time and drops the answer of any that is not the latest.
@MainActor
final class LatestTask {
    private var generation = 0
    private var cancelRunning: (() -> Void)?

    /// Runs a piece of work in place of the one before, which is cancelled.
    ///
    /// Cancelling the calling task cancels the work too, and its answer is given nevertheless.
    ///
    /// - Parameter work: What to run.
    /// - Returns: The answer, or nil where it came after ``cancel()`` or after the start of other work.
    func answer<Answer: Sendable>(of work: @escaping @MainActor () async -> Answer) async -> Answer? {
        cancel()
        let started = generation
        let task = Task { await work() }
        cancelRunning = { task.cancel() }
        let answer = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        guard started == generation else { return nil }
        cancelRunning = nil
        return answer
    }

    /// Cancels the work that is running, and drops its answer.
    func cancel() {
        generation += 1
        cancelRunning?()
        cancelRunning = nil
    }
}
