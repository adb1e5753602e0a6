import AccountFlowTesting
import App
import Domain
import Presentation
import TestSupport
import Testing

/// Tests of the checklist that a sign-up screen shows for the focused field.
@MainActor
struct ChecklistTests {
    private func makeScreen(_ configuration: AppConfiguration = .start) -> SignUpViewModel {
        var configuration = configuration
        configuration.availabilityPause = nil
        return AppComposition(configuration, repositories: Repositories()).makeRootFlow().makeSignUpViewModel()
    }

    private func signs(_ screen: SignUpViewModel) -> String {
        screen.state.value.form.checklist.map { item in
            switch item.status {
            case .satisfied: "✔"
            case .violated: "✘"
            case .pending: "·"
            }
        }.joined()
    }

    @Test func `the checklist has the rules of the focused field, and is empty without focus`() {
        let screen = makeScreen()
        #expect(screen.state.value.form.checklist == [])
        screen.focus(.password)
        #expect(screen.state.value.form.checklist == [ChecklistItem(.length(minimum: 8, maximum: 128), .pending)])
        screen.focus(.confirmation)
        #expect(screen.state.value.form.checklist.map(\.requirement) == [.sameAs(.password)])
        screen.focus(nil)
        #expect(screen.state.value.form.checklist == [])
    }

    @Test(arguments: [
        ("", "····"), ("1", "····"), ("abcdef", "····"), ("1bcdef@gmail.com", "✔✔✔✘"), ("Abcdef@gmail.com", "✔✔✘✔"),
        ("abcde@gmail.com", "✔·✔✔"), ("abcdef@gmail.com", "✔✔✔✔"),
    ])
    func `S1.4 each rule of an ID is satisfied, violated or pending while it is typed`(text: String, expected: String) {
        let screen = makeScreen()
        screen.focus(.id)
        screen.edit(.id, text)
        #expect(signs(screen) == expected, "\(screen.state.value.form.checklist)")
    }

    @Test func `S1.5 an issue that further typing may fix is shown only after the field lost focus`() {
        let screen = makeScreen()
        screen.focus(.password)
        for (text, expected) in [("passwor", "·"), ("password", "✔")] {
            screen.edit(.password, text)
            #expect(signs(screen) == expected)
        }
        screen.edit(.password, "passwor")
        screen.focus(.confirmation)
        screen.focus(.password)
        #expect(signs(screen) == "✘")
    }

    @Test func `the checklist of an ID includes the availability check`() async {
        let clock = ManualClock()
        let screen = AppComposition(.start, repositories: Repositories(), clock: clock).makeRootFlow()
            .makeSignUpViewModel()
        screen.focus(.id)
        screen.edit(.id, "abcdef@gmail.com")
        #expect(screen.state.value.form.checklist.last == ChecklistItem(.available, .pending))
    }
}
