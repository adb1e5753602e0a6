import AccountFlowTesting
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SerialTaskQueueTests {
    @Test func `an operation begins after the earlier one has ended, even if that was cancelled`() async {
        let (queue, gate, log) = (SerialTaskQueue(), Gate(), MessageLog<String>())
        let first = queue.enqueue {
            await gate.pass()
            log.append("the first ends")
        }
        await gate.arrival()
        first.cancel()
        let second = queue.enqueue { log.append("the second begins") }
        // The main actor runs tasks in their order, so this one ends after the second has come to its wait.
        await Task {}.value
        #expect(log.messages == [])
        await gate.open()
        await second.value
        #expect(log.messages == ["the first ends", "the second begins"])
    }
}
