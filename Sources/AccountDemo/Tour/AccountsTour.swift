import App
import Domain
import Presentation

/// S2: several accounts, automatic sign-in, and fields that say what has to be typed anew.
struct AccountsTour: TourSystem {
    private static let ids = ["kim@x.com", "lee@x.com"]
    private static let password = "pass"

    private let stage: TourStage

    init(_ stage: TourStage) {
        self.stage = stage
    }

    var title: String { stage.pick("여러 계정과 자동 로그인", "several accounts, and automatic sign-in") }

    var rows: [TourRow] {
        [
            TourRow(
                "S2.1",
                stage.pick("여러 계정을 저장하고, 누구든 로그인할 수 있다", "Several accounts are stored, and any of them can sign in"),
                play: several
            ),
            TourRow(
                "S2.2",
                stage.pick(
                    "한 번 로그인하면 로그아웃할 때까지 다음 실행은 메인 화면부터",
                    "After one sign-in the next launch goes straight to Main, until sign-out"
                ),
                play: automatic
            ),
            TourRow(
                "S2.3",
                stage.pick(
                    "실패하거나 아이디가 겹치면 필드가 빨갛게 되었다가 저절로 돌아온다",
                    "The field concerned turns red, and reverts by itself"
                ),
                play: flash
            ),
            TourRow(
                "S2.4",
                stage.pick("4–16자. 17번째 글자는 들어가지 않는다", "4 to 16 characters; a 17th is refused as it is typed"),
                play: limits
            ),
            TourRow(
                "S2.5",
                stage.pick(
                    "입력 중인 필드는 키보드에 가려지지 않는다",
                    "The keyboard never covers the focused field, and the form moves just as far as needed"
                ),
                play: keyboard
            ),
            TourRow(
                "S2.6",
                stage.pick("메인 화면은 로그인한 이메일을 보여 준다", "Main shows the e-mail address that is signed in"),
                play: main
            ),
            TourRow(
                "S2.7",
                stage.pick("회원가입은 아무것도 하지 않고 나올 수 있다", "Sign-up can be left without doing anything"),
                play: leaving
            ),
            TourRow(
                "S2.8",
                stage.pick(
                    "로그아웃하면 언제나 로그인 화면으로 돌아온다",
                    "Sign-out returns to Login, whether Main stood over it or was the root"
                ),
                play: signOut
            ),
        ]
    }

    private func several() async throws(TourFailure) {
        await stage.launch()
        try await stage.show()
        for id in Self.ids {
            try await stage.goToSignUp()
            try await stage.fill([.id: id, .password: Self.password, .confirmation: Self.password])
            try await stage.submit()
            try await stage.signOut()
        }
        let stored = try await stage.storedIDs()
        try await stage.transcript.remark(stage.text.storedAccounts(stored))
        try stage.expect(stored, is: Self.ids)
        for id in Self.ids {
            try await stage.signIn(id, Self.password)
            try stage.expectSession(of: id)
            try await stage.signOut()
        }
    }

    private func automatic() async throws(TourFailure) {
        try await stage.signIn(Self.ids[0], Self.password)
        try await stage.relaunch()
        try stage.expectSession(of: Self.ids[0])
        try await stage.signOut()
        try await stage.relaunch()
        try stage.expect(screen: .signIn)
    }

    private func flash() async throws(TourFailure) {
        try await stage.signIn(Self.ids[0], "wrong")
        let signIn = try stage.signInScreen()
        try await revert([.id, .password], of: signIn, phases: signIn.state.map { $0.phase == .idle })

        try await stage.goToSignUp()
        try await stage.fill([.id: Self.ids[1], .password: Self.password, .confirmation: Self.password])
        try await stage.submit()
        let signUp = try stage.signUpScreen()
        try await revert([.id], of: signUp, phases: signUp.state.map { $0.phase == .idle })
        signUp.cancel()
    }

    /// Looks at red fields until they are not red any more.
    private func revert(
        _ fields: [AccountField],
        of form: any TourForm,
        phases isIdle: ObservedValue<Bool>
    ) async throws(TourFailure) {
        let time = stage.configuration.rejectionTime
        try await stage.waitForSleep(of: time)
        for field in fields {
            try await stage.show(field, of: form)
            try stage.expect(form.formState[field], is: .rejected([]))
        }
        stage.clock.advance(by: time - .milliseconds(1))
        try stage.expect(fields.map { form.formState[$0] }, is: fields.map { _ in .rejected([]) })
        stage.clock.advance(by: .milliseconds(1))
        try await stage.wait(for: isIdle.values) { $0 }
        try await stage.transcript.remark(
            stage.pick("\(stage.text.seconds(time)) 뒤", "after \(stage.text.seconds(time))")
        )
        for field in fields {
            try await stage.show(field, of: form)
            try stage.expect(form.formState[field], is: .valid)
        }
    }

    private func limits() async throws(TourFailure) {
        try await stage.goToSignUp()
        let screen = try stage.signUpScreen()
        let full = "abcdefghijklmnop"
        for (count, isValid) in [(3, false), (4, true), (16, true)] {
            try await stage.type(.id, String(full.prefix(count)))
            try stage.expect(screen.formState[.id] == .valid, is: isValid)
        }
        try await stage.transcript.action("\(stage.messages.label(of: .id)): \(full)q")
        let isTaken = screen.edit(.id, full + "q")
        try await stage.show(.id, of: screen)
        try await stage.transcript.screen("\(stage.messages.label(of: .id)): \(screen.formState.form[.id])")
        try stage.expect(isTaken, is: false)
        try stage.expect(screen.formState.form[.id], is: full)
        screen.cancel()
    }

    private func keyboard() async throws(TourFailure) {
        let keyboard = Keyboard(height: 300)
        for (y, shift) in [(300.0, 0.0), (350, 0), (351, 1), (420, 70)] {
            let adjustment = KeyboardAdjustment.keepFocusedFieldVisible(
                LayoutRect(x: 20, y: y, width: 280, height: 40),
                screenHeight: 700,
                keyboard: keyboard,
                margin: 10
            )
            let place = stage.pick(
                "필드 \(stage.text.number(y))–\(stage.text.number(y + 40))",
                "field at \(stage.text.number(y))–\(stage.text.number(y + 40))"
            )
            try await stage.transcript.screen(
                "\(place), \(stage.text.shift(adjustment, for: keyboard)), \(stage.text.seconds(adjustment.duration))"
            )
            try stage.expect(adjustment, is: KeyboardAdjustment(shift: shift, duration: keyboard.duration))
        }
    }

    private func main() async throws(TourFailure) {
        try await stage.signIn(Self.ids[1], Self.password)
        try stage.expect(stage.homeScreen().state.value.signedInID?.text, is: Self.ids[1])
        try await stage.signOut()
    }

    private func leaving() async throws(TourFailure) {
        let before = try await stage.storedIDs()
        try await stage.goToSignUp()
        try await stage.fill([.id: "park@x.com", .password: Self.password, .confirmation: Self.password])
        try await stage.press(.back)
        try stage.signUpScreen().cancel()
        try await stage.show()
        try stage.expect(screen: .signIn)
        let after = try await stage.storedIDs()
        try await stage.transcript.remark(stage.text.storedAccounts(after))
        try stage.expect(after, is: before)
    }

    private func signOut() async throws(TourFailure) {
        for isRoot in [false, true] {
            try await stage.signIn(Self.ids[0], Self.password)
            if isRoot { try await stage.relaunch() }
            try stage.expect(stage.flow.state.value.routes?.presented.isEmpty, is: isRoot)
            try await stage.signOut()
            try stage.expect(screen: .signIn)
        }
    }
}
