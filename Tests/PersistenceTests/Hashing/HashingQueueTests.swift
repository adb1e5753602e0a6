import AccountFlowTesting
import Dispatch
import Domain
import Persistence
import Synchronization
import Testing

/// How much is hashed at once, and what becomes of the others.
@Suite(.timeLimit(.minutes(1)))
struct HashingQueueTests {
    /// Work that holds up its thread until it is told to go on, and counts how much of it there is at once.
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
    func `C14 at most as many calls as the width run, 64 wait, and the next one fails as busy`(width: Int) async {
        let queue = HashingQueue(width: width)
        let workshop = Workshop()
        let answers = await withTaskGroup { group in
            for _ in 0..<200 {
                group.addTask { await Self.answer(of: queue) { workshop.work() } }
            }
            // Those who are refused are answered while all the others wait.
            var answers: [PasswordHashingError?] = []
            for await answer in group {
                answers.append(answer)
                guard answers.count == 200 - width - HashingQueue.maximumWaiting else { continue }
                // On a busy machine the threads may come to their work only now.
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

    @Test func `C14 a call that is cancelled while it waits returns at once and makes room`() async {
        let queue = HashingQueue(width: 1)
        let workshop = Workshop()
        let first = Task { await Self.answer(of: queue) { workshop.work() } }
        await workshop.beginning(of: 1)
        let waiting = (0..<HashingQueue.maximumWaiting).map { _ in
            Task { await Self.answer(of: queue) { workshop.work() } }
        }
        while queue.waitingCount < HashingQueue.maximumWaiting { await Task.yield() }
        for task in waiting { task.cancel() }
        // The work that runs has not ended, and cannot before the door opens.
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

    @Test func `an error of the work is thrown to its caller, and the queue continues`() async throws {
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
