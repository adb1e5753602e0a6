import App
import Domain
import Presentation

/// S4: a main screen, over which somebody signs in who agrees to the terms.
struct ShopTour: TourSystem {
    private static let id = "abcdef"
    private static let password = "ghijkl"

    private let stage: TourStage

    init(_ stage: TourStage) {
        self.stage = stage
    }

    var title: String { stage.pick("약관 동의가 있어야 하는 로그인", "sign-in that needs agreement to terms") }

    var rows: [TourRow] {
        [
            TourRow(
                "S4.1",
                stage.pick(
                    "약관에 동의하지 않고 로그인하면 동의를 묻는다",
                    "Trying to sign in without agreement shows an alert that asks for it"
                ),
                play: asking
            ),
            TourRow(
                "S4.2",
                stage.pick(
                    "동의는 기억되고, 다음 로그인 화면은 다르게 배치된다",
                    "The agreement is remembered, and the next Login has the other layout"
                ),
                play: agreement
            ),
            TourRow(
                "S4.3",
                stage.pick(
                    "아이디와 비밀번호는 공백 없이 6–12자(12자 포함)",
                    "ID and password are each 6 to 12 characters, 12 included, without whitespace"
                ),
                play: lengths
            ),
            TourRow("S4.4", stage.pick("필드마다 상태를 바로 보여 준다", "Each field shows its state live"), play: states),
            TourRow(
                "S4.5",
                stage.pick(
                    "두 필드가 모두 맞는 동안에만 로그인할 수 있다",
                    "Sign-in is enabled exactly while both fields are valid, also after one is cleared"
                ),
                play: enabling
            ),
            TourRow(
                "S4.6",
                stage.pick(
                    "로그인에 시간이 걸려도 화면은 멈추지 않고, 뒤로 가면 취소된다",
                    "Signing in takes a while and blocks nothing; going back cancels it"
                ),
                play: cancelling
            ),
            TourRow(
                "S4.7",
                stage.pick(
                    "성공하면 메인으로 돌아가고, 메인은 누가 로그인했는지 안다",
                    "On success the label says so, Main is told who signed in, and offers sign-out"
                ),
                play: success
            ),
            TourRow(
                "S4.8",
                stage.pick(
                    "화면의 크기에 따라 배치가 달라진다",
                    "Large screens are filled; below a minimum the content scrolls; the size classes differ"
                ),
                play: layout
            ),
            TourRow(
                "S4.9",
                stage.pick(
                    "키보드가 있는 동안 스크롤 영역의 아래 여백은 그 높이만큼",
                    "The bottom inset equals the keyboard's height, animated over 0.3 s"
                ),
                play: inset
            ),
            TourRow(
                "S4.10",
                stage.pick(
                    "뷰 모델은 관찰 상자로 화면에 묶이고, 검증기는 혼자서도 답한다",
                    "View models bind through an observable box, and validators answer by themselves"
                ),
                play: box
            ),
        ]
    }

    private var documents: [ConsentDocument] { stage.configuration.terms.required }

    private func asking() async throws(TourFailure) {
        await stage.launch()
        try await stage.show()
        try await stage.goToSignUp()
        try await stage.fill([.id: Self.id, .password: Self.password, .confirmation: Self.password])
        try await stage.submit()
        try await stage.signOut()

        try await stage.goToSignIn()
        try await showTerms()
        try await stage.fill([.id: Self.id, .password: Self.password])
        try await stage.submit()
        try stage.expect(stage.flow.alerts.state.value?.subject, is: .termsRequired(documents))
        try await stage.answer(.cancel, .dismiss)
        try stage.expect(screen: .signIn)
    }

    private func agreement() async throws(TourFailure) {
        let screen = try stage.signInScreen()
        try stage.expect(screen.state.value.terms?.layout, is: .full)
        for document in documents { screen.agree(to: document) }
        try await showTerms()
        try await submitPatiently()
        try stage.expectSession(of: Self.id)
        try await stage.signOut()

        try await stage.relaunch()
        try await stage.goToSignIn()
        try await showTerms()
        try stage.expect(stage.signInScreen().state.value.terms?.layout, is: .link)
    }

    private func lengths() async throws(TourFailure) {
        for field in [AccountField.id, .password] {
            for (text, isValid) in [
                ("abcde", false), ("abcdef", true), ("abc ef", false), ("abcdefghijkl", true), ("abcdefghijklm", false),
            ] {
                try await stage.type(field, text)
                try stage.expect(stage.signInScreen().formState[field] == .valid, is: isValid)
            }
        }
    }

    private func states() async throws(TourFailure) {
        try await stage.press(.back)
        try stage.signInScreen().cancel()
        try await stage.goToSignIn()
        let screen = try stage.signInScreen()
        try await stage.show(.id, of: screen)
        try stage.expect(screen.formState[.id], is: .untouched)
        for (text, state) in [
            ("abcde", FieldState.editing), ("abcdef", .valid), ("abcdefghijklm", .editing),
        ] {
            try await stage.fill([.id: text])
            try await stage.show(.id, of: screen)
            try stage.expect(screen.formState[.id], is: state)
        }
        screen.leave(.id)
        try await stage.show(.id, of: screen)
        try stage.expect(screen.formState[.id], is: .invalid([.tooLong(maximum: 12, actual: 13)]))
    }

    private func enabling() async throws(TourFailure) {
        for (field, text, isEnabled) in [
            (AccountField.id, Self.id, false), (.password, Self.password, true), (.id, "", false),
            (.id, Self.id, true), (.password, "", false), (.password, Self.password, true),
        ] {
            try await stage.type(field, text)
            try stage.expect(stage.signInScreen().canSubmit, is: isEnabled)
        }
    }

    private func cancelling() async throws(TourFailure) {
        let screen = try stage.signInScreen()
        try await stage.press(.signIn)
        let submission = Task { await screen.submit() }
        defer { submission.cancel() }
        try await pass(.seconds(3), of: screen)
        screen.remember(!screen.state.value.remembers)
        try stage.expect(screen.state.value.phase, is: .submitting)
        try await stage.press(.back)
        screen.cancel()
        await submission.value
        try await stage.show()
        stage.clock.advance(by: stage.configuration.signInDelay)
        try stage.expect(screen: .home(nil))
        try stage.expect(await stage.rememberedID(), is: nil)
    }

    private func success() async throws(TourFailure) {
        let main = try stage.homeScreen()
        try stage.expect(main.state.value.action, is: .signIn)
        try await stage.goToSignIn()
        let screen = try stage.signInScreen()
        try await stage.fill([.id: Self.id, .password: Self.password])
        try await submitPatiently()
        try await stage.transcript.screen("‹\(screen.state.value.outcome.map(stage.messages.text(of:)) ?? "")›")
        try stage.expect(screen.state.value.outcome, is: .signedIn)
        try stage.expect(stage.homeScreen() === main, is: true)
        try stage.expect(main.state.value.signedInID?.text, is: Self.id)
        try stage.expect(main.state.value.action, is: .signOut)
    }

    private func layout() async throws(TourFailure) {
        let layout = AdaptiveLayout()
        for (width, height, sizeClass, scrolls) in [
            (1_024.0, 768.0, SizeClass.regular, false), (1_024, 639, .regular, true), (375, 667, .compact, false),
            (375, 480, .compact, false), (320, 479, .compact, true),
        ] {
            let content = layout.arrangement(width: width, height: height, sizeClass: sizeClass)
            try await stage.transcript.screen(stage.text.arrangement(content, in: (width, height), sizeClass))
            try stage.expect(content.scrolls, is: scrolls)
            try stage.expect(content.height, is: max(height, layout.metrics(for: sizeClass).minimumHeight))
        }
        try stage.expect(layout.metrics(for: .compact) == layout.metrics(for: .regular), is: false)
    }

    private func inset() async throws(TourFailure) {
        for keyboard in [Keyboard(height: 291), .hidden()] {
            let adjustment = KeyboardAdjustment.insetByKeyboard(keyboard)
            try await stage.transcript.screen(stage.text.inset(adjustment, for: keyboard))
            try stage.expect(
                adjustment,
                is: KeyboardAdjustment(bottomInset: keyboard.height, duration: .milliseconds(300))
            )
        }
    }

    private func box() async throws(TourFailure) {
        try await stage.signOut()
        try await stage.goToSignIn()
        let screen = try stage.signInScreen()
        var changes: [Bool] = []
        let subscription = screen.state.map(\.canSubmit).observe { changes.append($0) }
        try await stage.fill([.id: Self.id, .password: Self.password, .id: ""])
        subscription.cancel()
        try await stage.fill([.id: Self.id])
        let seen = changes.map { stage.text.enabled($0) }.joined(separator: " → ")
        try await stage.transcript.screen("\(stage.button(.signIn)): \(seen)")
        try stage.expect(changes, is: [false, true, false])

        let issues = stage.app.signInValidator.issues(in: AccountForm([.id: "abc", .password: Self.password]))
        for issue in issues { try await stage.transcript.screen("✘ " + stage.messages.message(for: issue)) }
        try stage.expect(issues, is: [FieldIssue(field: .id, issue: .tooShort(minimum: 6, actual: 3))])
    }

    // MARK: What takes its time

    /// Presses the button of the form, and looks on until the sign-in is through.
    private func submitPatiently() async throws(TourFailure) {
        let screen = try stage.signInScreen()
        try await stage.press(.signIn)
        let submission = Task { await screen.submit() }
        defer { submission.cancel() }
        try await pass(stage.configuration.signInDelay, of: screen)
        await submission.value
        try await stage.show()
    }

    /// Lets so much of the delay of a sign-in go by, in seconds, and shows each as the screen tells it.
    private func pass(_ time: Duration, of screen: SignInViewModel) async throws(TourFailure) {
        var elapsed = Duration.zero
        while elapsed < time {
            // The delay, and the screen that counts the seconds.
            try await stage.waitForSleep(of: stage.configuration.signInDelay - elapsed)
            try await stage.waitForSleep(of: .seconds(1))
            stage.clock.advance(by: .seconds(1))
            elapsed += .seconds(1)
            guard elapsed < stage.configuration.signInDelay else { return }
            let now = elapsed
            try await stage.wait(for: screen.state.map(\.submission.elapsed).values) { $0 == now }
            try await stage.transcript.screen(stage.text.seconds(screen.state.value.submission.elapsed) + " …")
        }
    }

    private func showTerms() async throws(TourFailure) {
        guard let terms = try stage.signInScreen().state.value.terms else {
            throw stage.failure(wanted: "terms", found: "none")
        }
        switch terms.layout {
        case .full:
            for document in terms.terms.documents {
                let mark = terms.agreed.contains(document) ? "[x]" : "[ ]"
                try await stage.transcript.screen("\(mark) \(document.name)")
            }
        case .link: try await stage.transcript.screen("⟨\(stage.messages.title(of: .terms))⟩")
        }
    }
}
