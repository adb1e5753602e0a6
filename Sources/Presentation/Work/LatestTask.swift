/// Runs one piece of work at a time and drops the answer of any that is not the latest.
@MainActor
final class LatestTask {
    private let line: WorkLine
    private var generation = 0
    private var running: Task<Void, Never>?

    /// Creates a place for work.
    ///
    /// - Parameter line: The line in which to wait until earlier work has ended.
    init(line: WorkLine = WorkLine()) {
        self.line = line
    }

    /// Runs a piece of work in place of the one before, which is cancelled, and after all that stands in the line.
    ///
    /// Work that is cancelled while it waits in the line is not begun. Cancelling the calling task cancels the work
    /// too, and its answer is given nevertheless.
    ///
    /// - Parameters:
    ///   - work: What to run.
    ///   - take: Gets the answer, unless ``cancel()`` or other work came before it. Between the end of the work and
    ///     this call nothing else happens on the main actor, so work that finds itself not cancelled when it ends is
    ///     never dropped.
    func run<Answer: Sendable>(
        _ work: @escaping @MainActor () async -> Answer,
        then take: @escaping @MainActor (Answer) -> Void
    ) async {
        cancel()
        let started = generation
        let task = line.append { [self] in
            guard started == generation else { return }
            let answer = await work()
            guard started == generation else { return }
            running = nil
            take(answer)
        }
        running = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the work that is running, and drops its answer.
    func cancel() {
        generation += 1
        running?.cancel()
        running = nil
    }
}
