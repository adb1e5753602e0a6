import AccountFlowTesting
import Dispatch
import Domain
import Persistence
import Testing

/// What becomes of changes while several write a store anew.
@Suite struct RenewalTests {
    @Test(
        "a change is kept by whoever began to write the store anew before it and learns of it late",
        .timeLimit(.minutes(1))
    )
    func lateFile() async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())

        // The one is held up while it writes, and the other, who has to wait for it, until it has written. Both are on
        // queues then, and hold up no task.
        let (writing, waiting) = (MessageLog<SimulatedCall>(), MessageLog<Int>())
        let (writer, waiter) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hooks = SimulatedFileSystem.Hooks(
            onSynchronize: { call in
                guard call.name != "accounts.store", writing.messages.isEmpty else { return }
                writing.append(call)
                writer.wait()
            },
            onPause: { count in
                waiting.append(count)
                waiter.wait()
            }
        )
        let files = SimulatedFileSystem(disk: before.disk, hooks: hooks)
        let (one, other) = (StoreOnSimulation.open(files), StoreOnSimulation.open(files))

        async let first: Void = one.compact()
        await writing.arrival(of: 1)
        async let second: Void = other.compact()
        await waiting.arrival(of: 1)
        try await one.insert(.stub(id: .stub("late")))
        writer.signal()
        try await first
        waiter.signal()
        try await second

        let ids: [AccountID] = [.stub(), .stub("late")].sorted()
        #expect(try await StoreOnSimulation.accounts(in: other).map(\.id) == ids)
        #expect(try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(files)).map(\.id) == ids)
    }
}
