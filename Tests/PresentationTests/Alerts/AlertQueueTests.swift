import AccountFlowTesting
import Domain
import Presentation
import Testing

@MainActor
struct AlertQueueTests {
    private final class Owner {}

    private let sut = AlertQueue()
    private let owner = Owner()
    private let notice = AlertSubject.notice(.sessionRemains(.stub()))

    @Test func `alerts are shown one at a time, in the order of their presentation`() async {
        let shown = Recorder(sut.state)
        var answers: [AlertAction] = []

        sut.present(notice, for: owner) { answers.append($0) }
        sut.present(.accountDeletion(.stub()), for: owner) { answers.append($0) }
        sut.present(notice, for: owner) { answers.append($0) }
        #expect(sut.state.value?.subject == notice)
        await sut.answer(.deleteAccount)
        await sut.answer(.dismiss)
        await sut.answer(.deleteAccount)
        await sut.answer(.deleteAccount)

        #expect(shown.values.map(\.?.subject) == [nil, notice, .accountDeletion(.stub()), nil])
        #expect(answers == [.dismiss, .deleteAccount])
    }

    @Test func `an answer to an alert that another one has replaced does nothing`() async throws {
        let screen = Owner()
        var answers: [AlertAction] = []
        sut.present(.accountDeletion(.stub()), for: screen) { answers.append($0) }
        let replaced = try #require(sut.state.value)
        sut.removeAll(of: screen)
        sut.present(.accountDeletion(.stub()), for: owner) { answers.append($0) }

        await sut.answer(.dismiss, to: replaced.id)
        await sut.answer(.deleteAccount, to: replaced.id)

        #expect(sut.state.value?.id == 2)
        #expect(answers == [])
        await sut.answer(.deleteAccount, to: 2)
        #expect(answers == [.deleteAccount])
    }

    @Test func `two alerts with the same content are shown one after the other`() async {
        let shown = Recorder(sut.state)
        let other = Owner()

        sut.present(notice, for: owner)
        sut.present(notice, for: other)
        await sut.answer(.dismiss)

        #expect(shown.values.map(\.?.id) == [nil, 1, 2])
    }

    @Test func `the alert of a released owner does not block later ones, even at a reused address`() async {
        for _ in 0..<10 {
            let gone = Owner()
            sut.present(.accountDeletion(.stub()), for: gone)
        }
        let shown = Recorder(sut.state)
        var answers: [AlertAction] = []
        sut.present(.accountDeletion(.stub()), for: owner) { answers.append($0) }

        await sut.answer(.deleteAccount)

        #expect(shown.values.map(\.?.id) == [10, 11, nil])
        #expect(answers == [.deleteAccount])
    }

    @Test func `an owner removes its alerts, and their actions are never called`() async {
        let other = Owner()
        var answers = 0
        sut.present(.accountDeletion(.stub()), for: owner) { _ in answers += 1 }
        sut.present(notice, for: other) { _ in answers += 10 }
        sut.present(notice, for: owner) { _ in answers += 1 }

        sut.removeAll(of: owner)
        #expect(sut.state.value?.subject == notice)
        await sut.answer(.dismiss)

        #expect(sut.state.value == nil)
        #expect(answers == 10)
    }

    @Test func `an alert that an answer presents is shown after the waiting ones`() async {
        let shown = Recorder(sut.state)
        sut.present(.accountDeletion(.stub()), for: owner) { [sut, owner, notice] _ in sut.present(notice, for: owner) }
        sut.present(.termsRequired([.stub()]), for: owner)

        await sut.answer(.dismiss)
        await sut.answer(.agree)

        #expect(shown.values.map(\.?.subject) == [nil, .accountDeletion(.stub()), .termsRequired([.stub()]), notice])
    }

    @Test(
        arguments: [
            AlertSubject.signUpRefused(.busy), .termsRequired([.stub()]), .accountDeletion(.stub()),
            .notice(.sessionRemains(.stub())),
        ],
        Language.allCases
    )
    func `every alert has a title, a message, and exactly one button that only dismisses it`(
        subject: AlertSubject,
        language: Language
    ) {
        let alert = AlertContent(id: 1, subject: subject)
        let messages = language.messages
        #expect(!alert.title(in: messages).isEmpty)
        #expect(alert.message(in: messages).count > 10)
        #expect(alert.buttons.filter { $0.action == .dismiss }.count == 1)
        #expect(Set(alert.buttons.map(\.action)).count == alert.buttons.count)
    }

    @Test func `the deletion button is destructive, and comes after Cancel`() {
        #expect(
            AlertSubject.accountDeletion(.stub()).buttons == [
                AlertButton(.cancel, role: .cancel, action: .dismiss),
                AlertButton(.deleteAccount, role: .destructive, action: .deleteAccount),
            ]
        )
    }
}
