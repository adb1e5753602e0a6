/// The line in which pieces of work stand that must not overlap, such as those of the screens of one flow.
///
/// Work that was cancelled may have something to put back, and what comes after it must find that done.
@MainActor
final class WorkLine {
    /// What stands last in the line.
    private var last: Task<Void, Never>?

    /// Puts work at the end of the line.
    ///
    /// - Parameter work: Runs once all that stands before it has ended, whether it was cancelled or not.
    /// - Returns: The task in which it waits and runs.
    func append(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let earlier = last
        let task = Task {
            await earlier?.value
            await work()
        }
        last = task
        return task
    }

    /// Waits until nothing stands in the line any more, with what is appended meanwhile.
    func emptied() async {
        while let task = last {
            await task.value
            if last == task { last = nil }
        }
    }

    /// Runs work at the end of the line that nothing cancels, not even its caller's task.
    ///
    /// - Parameters:
    ///   - isWanted: Whether the work is still to be begun when its turn has come.
    ///   - work: What to run.
    ///   - take: Gets the answer before anything else in the line begins.
    func perform<Answer: Sendable>(
        while isWanted: @escaping @MainActor () -> Bool,
        _ work: @escaping @MainActor () async -> Answer,
        then take: @escaping @MainActor (Answer) -> Void
    ) async {
        await append {
            if isWanted() { take(await work()) }
        }.value
    }
}
