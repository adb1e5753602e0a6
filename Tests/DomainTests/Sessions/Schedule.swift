import Synchronization
import TestSupport

/// Runs the jobs of several processes on one thread, in an order that a seed determines.
final class Schedule: Sendable {
    private enum Step {
        case job(UnownedJob)
        case parked(UnsafeContinuation<Void, Never>)
    }

    private struct State {
        var generator: SeededGenerator
        var steps: [(step: Step, process: ScheduledProcess)] = []
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(generator: SeededGenerator(seed: seed))) }

    /// Returns a random number below `count`.
    func random(below count: Int) -> Int {
        state.withLock { Int.random(in: 0..<count, using: &$0.generator) }
    }

    fileprivate func add(_ job: UnownedJob, of process: ScheduledProcess) { add(.job(job), of: process) }

    fileprivate func add(_ continuation: UnsafeContinuation<Void, Never>, of process: ScheduledProcess) {
        add(.parked(continuation), of: process)
    }

    private func add(_ step: Step, of process: ScheduledProcess) {
        state.withLock { $0.steps.append((step, process)) }
    }

    /// Runs one step, and returns whether there was one.
    func step() -> Bool {
        let next = state.withLock { state in
            // A killed process does nothing any more.
            state.steps.removeAll { $0.process.isKilled }
            return state.steps.indices.randomElement(using: &state.generator).map { state.steps.remove(at: $0) }
        }
        guard let next else { return false }
        switch next.step {
        case .job(let job): job.runSynchronously(on: next.process.asUnownedTaskExecutor())
        case .parked(let continuation): continuation.resume()
        }
        return true
    }
}

/// A process whose tasks a schedule runs, until it is killed.
final class ScheduledProcess: TaskExecutor {
    private let schedule: Schedule
    private let killed = Atomic(false)

    init(_ schedule: Schedule) { self.schedule = schedule }

    var isKilled: Bool { killed.load(ordering: .relaxed) }

    func kill() { killed.store(true, ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) { schedule.add(UnownedJob(job), of: self) }

    /// Lets the schedule run other steps first.
    func pause() async { await withUnsafeContinuation { schedule.add($0, of: self) } }
}
