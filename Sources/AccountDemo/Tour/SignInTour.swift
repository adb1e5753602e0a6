import Domain
import Networking
import Presentation

/// S0: signing in to the account of a server.
struct SignInTour: TourSystem {
    private static let id = "kim"
    private static let password = "password1"

    private let stage: TourStage

    init(_ stage: TourStage) {
        self.stage = stage
    }

    var title: String { stage.pick("서버의 계정으로 로그인", "signing in to the account of a server") }

    var rows: [TourRow] {
        [
            TourRow(
                "S0.1",
                stage.pick(
                    "아이디와 비밀번호를 모두 입력한 동안에만 로그인할 수 있다",
                    "Sign-in is enabled exactly while ID and password are filled in"
                ),
                play: enabling
            ),
            TourRow(
                "S0.2",
                stage.pick(
                    "키보드 높이의 절반만큼 올라가고, 바깥을 누르면 돌아온다",
                    "The form gives way to the keyboard by half of its height, and comes back"
                ),
                play: keyboard
            ),
            TourRow(
                "S0.3",
                stage.pick(
                    "POST /account에 JSON, 2xx면 성공, 토큰은 응답 헤더에",
                    "POST /account with JSON; any 2xx is success; the token is in the header"
                ),
                play: exchange
            ),
            TourRow(
                "S0.4",
                stage.pick("결과는 어떤 경우에도 꼭 한 번 온다", "The outcome comes exactly once, whatever the server does"),
                play: outcomes
            ),
            TourRow("S0.5", stage.pick("결과를 사람에게 알린다", "The person is told the outcome"), play: headlines),
        ]
    }

    private func enabling() async throws(TourFailure) {
        await stage.launch()
        try await stage.show()
        var typed = ["", ""]
        for (field, text) in [
            (AccountField.id, "k"), (.password, "p"), (.id, ""), (.id, Self.id), (.password, ""),
            (.password, Self.password),
        ] {
            try await stage.type(field, text)
            typed[field == .id ? 0 : 1] = text
            try stage.expect(stage.signInScreen().canSubmit, is: !typed.contains(""))
        }
    }

    private func keyboard() async throws(TourFailure) {
        let form = try stage.signInScreen()
        let frames = [
            AccountField.id: LayoutRect(x: 20, y: 200, width: 280, height: 40),
            .password: LayoutRect(x: 20, y: 260, width: 280, height: 40),
        ]
        form.focus(.id)
        let keyboard = Keyboard(height: 300)
        let raised = KeyboardAdjustment.shiftByHalf(of: keyboard)
        try await stage.transcript.screen(stage.text.shift(raised, for: keyboard))
        try stage.expect(raised.shift, is: keyboard.height / 2)

        let focus = EditingFocus(field: form.formState.focus, frames: frames)
        try stage.expect(focus.isEnded(byTapAt: LayoutPoint(x: 30, y: 270)), is: false)
        try stage.expect(focus.isEnded(byTapAt: LayoutPoint(x: 160, y: 400)), is: true)
        try await stage.transcript.action(stage.pick("필드 바깥을 누름", "a tap outside the fields"))
        form.focus(nil)
        try stage.expect(form.formState.focus, is: nil)
        let lowered = KeyboardAdjustment.shiftByHalf(of: .hidden())
        try await stage.transcript.screen(stage.text.shift(lowered, for: .hidden()))
        try stage.expect(lowered.shift, is: 0)
    }

    private func exchange() async throws(TourFailure) {
        try stage.registerOnServer(Self.id, Self.password)
        try await stage.submit()
        let asked = try await stage.showExchange()
        let body = stage.json(asked.request.body)
        try stage.expect("\(asked.request.method) \(asked.request.url.path)", is: "POST /account")
        try stage.expect(body == .object(["id": .string(Self.id), "password": .string(Self.password)]), is: true)
        let session = try stage.expectSession(of: Self.id)
        try stage.expect(session.token.revealed == asked.response?.fields[.accessToken].first, is: true)
        try await stage.signOut()

        stage.server.plan(.intercepted(try stage.response(299, header: ("ACCESSTOKEN", "t0"))))
        try await stage.signIn(Self.id, Self.password)
        try await stage.showExchange()
        try stage.expect(stage.expectSession(of: Self.id).token.revealed, is: "t0")
        try await stage.signOut()
    }

    private func outcomes() async throws(TourFailure) {
        let answers: [(LoopbackBehavior.Fault, RemoteFailure?)] = [
            (.intercepted(try stage.response(200)), .tokenMissing),
            (.intercepted(try stage.response(500)), .serverError),
            (.unreachable, .network(.unreachable)),
            (.intercepted(try stage.response(204, header: ("accesstoken", "t1"))), nil),
        ]
        for (answer, failure) in answers {
            let form = try stage.signInScreen()
            var outcomes: [SubmissionPhase<SignInError>] = []
            let subscription = form.state.removingDuplicates(of: \.phase).observe { state in
                switch state.phase {
                case .failed, .done: outcomes.append(state.phase)
                case .idle, .submitting: break
                }
            }
            let earlier = outcomes.count
            stage.server.plan(answer)
            try await stage.signIn(Self.id, Self.password)
            try await stage.showExchange()
            subscription.cancel()
            let news = Array(outcomes.dropFirst(earlier))
            try await stage.transcript.remark(stage.pick("결과 \(news.count)번", "outcomes: \(news.count)"))
            try stage.expect(news, is: [failure.map { .failed(.failed(.remote($0))) } ?? .done])
        }
        try await stage.signOut()
    }

    private func headlines() async throws(TourFailure) {
        for (password, headline) in [("password2", StatusTitle.signInFailed), (Self.password, .signedIn)] {
            let form = try stage.signInScreen()
            try await stage.signIn(Self.id, password)
            try stage.expect(form.state.value.outcome, is: headline)
            try await stage.transcript.screen("‹\(form.state.value.outcome.map(stage.messages.text(of:)) ?? "")›")
        }
        try await stage.signOut()
    }
}
