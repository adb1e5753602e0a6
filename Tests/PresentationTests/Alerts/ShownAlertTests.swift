import AccountFlowTesting
import Domain
import Presentation
import Testing

@MainActor
struct ShownAlertTests {
    private final class Owner {}

    private let queue = AlertQueue()
    private let owner = Owner()

    private func present(_ subject: AlertSubject) { queue.present(subject, for: owner) }

    @Test func `a shown alert does not change, and the one that replaces it is shown afterwards`() throws {
        var sut = ShownAlert()
        sut.follow(queue.state.value)
        #expect(!sut.isShown)
        present(.accountDeletion(.stub()))
        sut.follow(queue.state.value)
        let first = try #require(sut.alert)
        #expect(sut.isShown)

        queue.removeAll(of: owner)
        present(.notice(.passwordChanged))
        sut.follow(queue.state.value)
        #expect(sut.alert == first)
        #expect(!sut.isShown)
        sut.follow(queue.state.value)
        #expect(sut.alert?.subject == .notice(.passwordChanged))
        #expect(sut.isShown)
    }

    @Test func `an alert that disappears without an answer is shown again`() {
        var sut = ShownAlert()
        present(.accountDeletion(.stub()))
        sut.follow(queue.state.value)
        sut.isShown = false
        sut.follow(queue.state.value)
        #expect(sut.isShown)
    }

    @Test func `an answered alert is not shown again, and the next one is`() async {
        var sut = ShownAlert()
        present(.accountDeletion(.stub()))
        present(.notice(.passwordChanged))
        sut.follow(queue.state.value)
        sut.markAnswered()
        sut.isShown = false
        // The answer has not reached the queue yet.
        sut.follow(queue.state.value)
        #expect(!sut.isShown)
        await queue.answer(.dismiss)
        sut.follow(queue.state.value)
        #expect(sut.isShown)
        #expect(sut.alert?.subject == .notice(.passwordChanged))
    }

    @Test func `an alert that is removed is hidden`() {
        var sut = ShownAlert()
        present(.accountDeletion(.stub()))
        sut.follow(queue.state.value)
        queue.removeAll(of: owner)
        sut.follow(queue.state.value)
        #expect(!sut.isShown)
        sut.follow(queue.state.value)
        #expect(!sut.isShown)
    }
}
