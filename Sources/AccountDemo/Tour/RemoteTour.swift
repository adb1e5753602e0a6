import App
import Domain
import Networking
import Presentation

/// S3: sign-up and sign-in at a server, whose answers carry an outcome.
struct RemoteTour: TourSystem {
    private static let id = "kim"
    private static let password = "password1"

    private let stage: TourStage

    init(_ stage: TourStage) {
        self.stage = stage
    }

    var title: String { stage.pick("서버에 가입하고 로그인", "sign-up and sign-in at a server") }

    var rows: [TourRow] {
        [
            TourRow(
                "S3.1",
                stage.pick("가입할 때 다섯 가지를 JSON으로 보낸다", "Sign-up sends id, password, name, e-mail and phone as JSON"),
                play: signUp
            ),
            TourRow(
                "S3.2",
                stage.pick(
                    "{status, success, message}를 너그럽게 읽는다: -1, false, 빈 문장",
                    "{status, success, message} is read leniently: -1, false and nothing"
                ),
                play: leniency
            ),
            TourRow(
                "S3.3",
                stage.pick(
                    "서버의 답은 종류마다 다른 결과이고, 답이 없는 것도 그렇다",
                    "Each kind of answer is an outcome of its own, and so is none at all"
                ),
                play: outcomes
            ),
            TourRow(
                "S3.4",
                stage.pick(
                    "거절된 가입은 서버의 말로 알리고, 성공하면 로그인 화면으로",
                    "A refused sign-up shows the server's message; success goes back to Login"
                ),
                play: refusal
            ),
            TourRow(
                "S3.5",
                stage.pick(
                    "‘로그인 상태 유지’가 다음 실행을 정하고, 토큰은 어느 쪽이든 있다",
                    "The check box decides about the next launch; the token is kept for the session either way"
                ),
                play: remembering
            ),
            TourRow(
                "S3.6",
                stage.pick("기억된 세션이 있으면 로그인 화면을 건너뛴다", "On launch, a remembered session skips Login"),
                play: launch
            ),
            TourRow("S3.7", stage.pick("로그아웃하면 토큰도 지워진다", "Sign-out clears the token too"), play: signOut),
        ]
    }

    private var form: KeyValuePairs<AccountField, String> {
        [
            .id: Self.id, .password: Self.password, .confirmation: Self.password,
            .name: stage.pick("김철수", "Kim Chulsoo"),
            .email: "kim@example.com", .phone: "010-1234-5678",
        ]
    }

    private func signUp() async throws(TourFailure) {
        await stage.launch()
        try await stage.show()
        try await stage.goToSignUp()
        try await stage.fill(form)
        try await stage.submit()
        let asked = try await stage.showExchange()
        let body = stage.json(asked.request.body).members ?? [:]
        try stage.expect(body.keys.sorted(), is: ["email", "id", "name", "password", "phone"])
        for (field, text) in form where field != .confirmation {
            try stage.expect(body[field.rawValue]?.text == text, is: true)
        }
        try stage.expect(stage.server.accountIDs, is: [Self.id])
    }

    private func leniency() async throws(TourFailure) {
        let format = AccountAPI.s3(at: stage.server.url).signUp?.reply ?? ReplyFormat()
        for (body, status, success, message) in [
            (#"{"status":200,"success":true,"message":"ok"}"#, 200, true, "ok"),
            (#"{"status":"200","success":1,"message":null}"#, -1, false, ""),
            ("{}", -1, false, ""),
        ] {
            let outcome = ReplyOutcome(stage.json(Array(body.utf8)), format: format)
            try await stage.transcript.screen(
                #"\#(body) → \#(outcome.status), \#(outcome.success), “\#(outcome.message.text)”"#
            )
            try stage.expect(outcome.status, is: status)
            try stage.expect(outcome.success, is: success)
            try stage.expect(outcome.message.text, is: message)
        }
    }

    private func outcomes() async throws(TourFailure) {
        let refused = #"{"status":200,"success":false,"message":"No more room."}"#
        let accepted = #"{"status":200,"success":true,"message":"Welcome."}"#
        let answers: [(LoopbackStep.Fault, SignUpNotice)] = [
            (
                .intercepted(try stage.response(200, body: refused)),
                failed(.refused(ServerMessage("No more room."), field: nil))
            ),
            (.intercepted(try stage.response(400)), failed(.pathError)),
            (.intercepted(try stage.response(500)), failed(.serverError)),
            (.intercepted(try stage.response(302)), failed(.pathError)),
            (.intercepted(try stage.response(200, body: "<html>")), failed(.pathError)),
            (.unreachable, failed(.network(.unreachable))),
            (.intercepted(try stage.response(200, body: accepted)), .signInRequired),
        ]
        try await stage.goToSignUp()
        try await stage.fill(form)
        for (answer, error) in answers {
            var outcomes: [SignUpNotice] = []
            let subscription = try stage.signUpScreen().state.observe { state in
                if case .failed(let error) = state.phase, outcomes.last != error { outcomes.append(error) }
            }
            let earlier = outcomes.count
            stage.server.plan(answer)
            try await stage.submit()
            try await stage.showExchange()
            subscription.cancel()
            let last = outcomes.dropFirst(earlier).last ?? outcomes.last
            if stage.flow.alerts.state.value == nil, let last {
                try await stage.transcript.remark(stage.messages.message(for: last))
            }
            try stage.expect(last, is: error)
            if stage.flow.alerts.state.value != nil { await stage.flow.alerts.answer(.dismiss) }
        }
        try stage.expect(screen: .signIn)
    }

    private func failed(_ failure: RemoteFailure) -> SignUpNotice {
        .failed(.failed(.remote(failure)))
    }

    private func refusal() async throws(TourFailure) {
        try await stage.goToSignUp()
        try await stage.fill(form)
        try await stage.submit()
        guard case .refused(let message, _) = refusedSignUp else {
            throw stage.failure(wanted: "a refusal", found: "\(String(describing: refusedSignUp))")
        }
        try stage.expect(stage.flow.alerts.state.value?.message(in: stage.messages), is: message.text)
        try await stage.answer(.confirm, .dismiss)

        try await stage.fill([.id: "lee"])
        try await stage.submit()
        try stage.expect(screen: .signIn)
        try stage.expect(stage.server.accountIDs, is: [Self.id, "lee"])
    }

    private var refusedSignUp: RemoteFailure? {
        guard case .signUpRefused(.failed(.remote(let failure))) = stage.flow.alerts.state.value?.subject else {
            return nil
        }
        return failure
    }

    private func remembering() async throws(TourFailure) {
        for remembers in [false, true] {
            let screen = try stage.signInScreen()
            screen.remember(remembers)
            let mark = screen.state.value.remembers ? "[x]" : "[ ]"
            try await stage.transcript.action("\(mark) \(stage.messages.title(of: .remember))")
            try await stage.signIn(Self.id, Self.password)
            let session = try stage.expectSession(of: Self.id)
            do {
                _ = try await stage.app.sessionVerifier?.owner(of: session)
            } catch {
                throw stage.failure(wanted: Self.id, found: "\(error)")
            }
            let asked = try await stage.showExchange()
            try stage.expect(asked.request.fields[.authorization], is: ["Bearer \(session.token.revealed ?? "")"])
            try await stage.relaunch()
            try stage.expect(stage.flow.state.value.routes?.session != nil, is: remembers)
        }
    }

    private func launch() async throws(TourFailure) {
        try await stage.relaunch()
        try stage.expectSession(of: Self.id)
    }

    private func signOut() async throws(TourFailure) {
        try await stage.signOut()
        try stage.expect(screen: .signIn)
        try stage.expect(await stage.rememberedID(), is: nil)
        try stage.expect(await stage.storesSession(), is: false)
        try await stage.relaunch()
        try stage.expect(screen: .signIn)
    }
}
