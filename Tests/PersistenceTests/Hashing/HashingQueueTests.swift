import AccountFlowTesting
import Dispatch
import Domain
import Persistence
import Synchronization
import Testing

/// Tests of the limits of simultaneous and waiting hashes.
@Suite(.timeLimit(.minutes(5)))
struct HashingQueueTests {
    /// Work that blocks its thread until the door opens, and counts simultaneous runs.
    private final class Workshop: Sendable {
        private let state = Mutex((running: 0, most: 0))
        private let beginnings = MessageLog<Void>()
        private let door = DispatchGroup()

        init() { door.enter() }

        var most: Int { state.withLock { $0.most } }
        var begun: Int { beginnings.messages.count }

        func work() {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
            beginnings.append(())
            door.wait()
            state.withLock { $0.running -= 1 }
        }

        func open() { door.leave() }

        func beginning(of count: Int) async {
            await beginnings.arrival(of: count)
        }
    }

    @Test(arguments: 1...3)
    func `C14 the queue runs calls up to its width, lets 64 wait, and fails others as busy`(width: Int) async {
        let queue = HashingQueue(width: width)
        let workshop = Workshop()
        let answers = await withTaskGroup { group in
            for _ in 0..<200 {
                group.addTask { await Self.answer(of: queue) { workshop.work() } }
            }
            // The rejected calls return while all others wait.
            var answers: [PasswordHashingError?] = []
            for await answer in group {
                answers.append(answer)
                guard answers.count == 200 - width - HashingQueue.maximumWaiting else { continue }
                // On a busy machine the threads may start their work only now.
                await workshop.beginning(of: width)
                workshop.open()
            }
            return answers
        }
        #expect(answers.count { $0 == .busy } == 200 - width - 64)
        #expect(answers.count { $0 == nil } == width + 64)
        #expect(workshop.most == width)
        #expect(workshop.begun == width + 64)
    }

    @Test func `C14 a call cancelled while it waits returns at once and frees its place in the queue`() async {
        let queue = HashingQueue(width: 1)
        let workshop = Workshop()
        let first = Task { await Self.answer(of: queue) { workshop.work() } }
        await workshop.beginning(of: 1)
        let waiting = (0..<HashingQueue.maximumWaiting).map { _ in
            Task { await Self.answer(of: queue) { workshop.work() } }
        }
        while queue.waitingCount < HashingQueue.maximumWaiting { await Task.yield() }
        for task in waiting { task.cancel() }
        // The running work cannot finish before the door opens.
        for task in waiting { #expect(await task.value == .cancelled) }

        let next = Task { await Self.answer(of: queue) { workshop.work() } }
        workshop.open()
        #expect(await first.value == nil)
        #expect(await next.value == nil)
        #expect(workshop.begun == 2)
    }

    @Test func `C14 a call cancelled while it runs returns at once, and the next one waits for its work`() async {
        let queue = HashingQueue(width: 1)
        let workshop = Workshop()
        let first = Task { await Self.answer(of: queue) { workshop.work() } }
        await workshop.beginning(of: 1)
        first.cancel()
        #expect(await first.value == .cancelled)

        let next = Task { await Self.answer(of: queue) { workshop.work() } }
        workshop.open()
        #expect(await next.value == nil)
        #expect(workshop.most == 1)
    }

    @Test func `the queue throws an error of the work to its caller and continues`() async throws {
        let queue = HashingQueue(width: 1)
        let failing = await Self.answer(of: queue) { () throws(PasswordHashingError) in
            throw .corruptPasswordHash
        }
        #expect(failing == .corruptPasswordHash)
        #expect(try await queue.run { 7 } == 7)
    }

    @Test func `the hasher runs one or two hashes at once`() {
        #expect((1...2).contains(LocalPasswordHasher.width))
    }

    private static func answer(
        of queue: HashingQueue,
        _ work: @escaping @Sendable () throws(PasswordHashingError) -> Void
    ) async -> PasswordHashingError? {
        do {
            try await queue.run(work)
            return nil
        } catch {
            return error
        }
    }
}
