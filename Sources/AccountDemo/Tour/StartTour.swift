import App
import Domain
import Networking
import Persistence
import Presentation

/// S1: a start screen, sign-up by e-mail address and nickname, and a welcome.
struct StartTour: TourSystem {
    private static let id = "abcdef@gmail.com"
    private static let password = "password1"

    private let stage: TourStage
    private let nickname: String

    init(_ stage: TourStage) {
        self.stage = stage
        nickname = stage.pick("철수", "Kim")
    }

    var title: String {
        stage.pick("시작 화면과 회원가입, 이 기기의 계정", "a start screen, sign-up and a welcome, with accounts kept here")
    }

    var rows: [TourRow] {
        [
            TourRow(
                "S1.1",
                stage.pick(
                    "‘시작하기’는 기억된 세션이 있으면 환영 화면으로, 없으면 회원가입으로",
                    "Start leads to Welcome where a session is stored, and to Sign-up otherwise"
                ),
                play: startScreen
            ),
            TourRow(
                "S1.2",
                stage.pick(
                    "아이디는 @ 앞이 a–z와 0–9로 6–20자이고 숫자로 시작하지 않는 이메일 주소",
                    "The ID is an e-mail address with 6 to 20 of a–z and 0–9 before the @, no digit first"
                ),
                play: ids
            ),
            TourRow(
                "S1.3",
                stage.pick(
                    "아이디가 이미 있는지는 가입할 때 저장소가 정한다",
                    "The store decides at sign-up whether an ID is taken, however many sign up at once"
                ),
                play: uniqueness
            ),
            TourRow(
                "S1.4",
                stage.pick("비밀번호는 8자 이상이고 두 번 같게 입력한다", "The password has 8 characters or more, and is typed twice"),
                play: passwords
            ),
            TourRow("S1.5", stage.pick("닉네임을 등록한다", "A nickname is registered"), play: nicknames),
            TourRow(
                "S1.6",
                stage.pick("네 가지가 모두 맞는 동안에만 가입할 수 있다", "Sign-up is enabled exactly while all four are valid"),
                play: enabling
            ),
            TourRow(
                "S1.7",
                stage.pick("가입하면 계정이 저장되고 로그인된다", "Sign-up stores the account and leads to Welcome, signed in"),
                play: signUp
            ),
            TourRow("S1.8", stage.pick("닉네임으로 환영한다", "Welcome greets by the nickname"), play: greeting),
            TourRow(
                "S1.9",
                stage.pick("로그아웃하면 시작 화면으로 가고 계정은 남는다", "Sign-out leads to Start, and the account stays"),
                play: signOut
            ),
            TourRow(
                "S1.10",
                stage.pick("탈퇴하면 계정이 지워지고 아이디는 다시 쓸 수 있다", "Withdrawal deletes the account, and its ID is free again"),
                play: deletion
            ),
            TourRow(
                "S1.11",
                stage.pick(
                    "층마다 오류의 형이 다르고, 저장되는 것은 다른 형이다",
                    "Each layer tells a failure in an error of its own, and what is stored has a type of its own"
                ),
                play: layers
            ),
        ]
    }

    private func startScreen() async throws(TourFailure) {
        await stage.launch()
        try await stage.show()
        try stage.expect(screen: .start)
        try await stage.start()
        try stage.expect(screen: .signUp)
        try await fillIn()
        try await stage.submit()

        try await stage.relaunch()
        try stage.expect(screen: .start)
        try await stage.start()
        try stage.expectSession(of: Self.id)
        try await stage.deleteAccount()
    }

    private func ids() async throws(TourFailure) {
        try await stage.goToSignUp()
        for (id, isValid) in [
            ("abcde@gmail.com", false), ("abcdef@gmail.com", true), ("abcdefghijklmnopqrst@gmail.com", true),
            ("abcdefghijklmnopqrstu@gmail.com", false), ("1bcdef@gmail.com", false), ("abc1ef@gmail.com", true),
            ("abcDef@gmail.com", false), ("abc.ef@gmail.com", false), ("abcdef", false),
        ] {
            try await stage.type(.id, id)
            try stage.expect(stage.signUpScreen().formState[.id] == .valid, is: isValid)
        }
    }

    private func uniqueness() async throws(TourFailure) {
        try await stage.transcript.remark(
            stage.pick("두 앱이 같은 저장소에 같은 아이디로 동시에 가입합니다.", "Two apps on one store sign up with one ID at the same time.")
        )
        var rivals: [SignUpViewModel] = []
        var flows: [RootFlowViewModel] = []
        for _ in 0..<2 {
            let flow = stage.makeApp().makeRootFlow()
            await flow.makeStartViewModel().start()
            let rival = flow.makeSignUpViewModel()
            for (field, text) in form { rival.edit(field, text) }
            rivals.append(rival)
            flows.append(flow)
        }
        let submissions = rivals.map { rival in Task { await rival.submit() } }
        for submission in submissions { await submission.value }

        // Who was the faster is of no interest.
        let winners = flows.compactMap { $0.state.value.routes?.session }
        let errors = rivals.compactMap { if case .failed(let error) = $0.state.value.phase { error } else { nil } }
        for winner in winners { try await stage.transcript.screen("✔ \(winner.accountID)") }
        for error in errors { try await stage.transcript.screen("✘ " + stage.messages.message(for: error)) }
        try stage.expect(errors, is: [.failed(.duplicateAccount)])
        try stage.expect(winners.map(\.accountID.text), is: [Self.id])

        try await stage.relaunch()
        try await stage.start()
        try await stage.deleteAccount()
    }

    private func passwords() async throws(TourFailure) {
        try await stage.goToSignUp()
        for (field, text, isValid) in [
            (AccountField.password, "1234567", false), (.password, "12345678", true),
            (.confirmation, "12345679", false), (.confirmation, "12345678", true),
        ] {
            try await stage.type(field, text)
            try stage.expect(stage.signUpScreen().formState[field] == .valid, is: isValid)
        }
    }

    private func nicknames() async throws(TourFailure) {
        for (text, isValid) in [("", false), (nickname, true)] {
            try await stage.type(.nickname, text)
            try stage.expect(stage.signUpScreen().formState[.nickname] == .valid, is: isValid)
        }
    }

    private func enabling() async throws(TourFailure) {
        try await fillIn()
        for (field, text) in form {
            try await stage.type(field, "")
            try stage.expect(stage.signUpScreen().canSubmit, is: false)
            try await stage.type(field, text)
            try stage.expect(stage.signUpScreen().canSubmit, is: true)
        }
    }

    private func signUp() async throws(TourFailure) {
        try await stage.submit()
        try stage.expectSession(of: Self.id)
        let stored = try await stage.storedIDs()
        try await stage.transcript.remark(stage.text.storedAccounts(stored))
        try stage.expect(stored, is: [Self.id])
        try stage.expect(await stage.rememberedID(), is: Self.id)
    }

    private func greeting() async throws(TourFailure) {
        let name = try stage.homeScreen().state.value.name
        try await stage.show()
        try stage.expect(name, is: nickname)
    }

    private func signOut() async throws(TourFailure) {
        try await stage.signOut()
        try stage.expect(screen: .start)
        let stored = try await stage.storedIDs()
        try await stage.transcript.remark(stage.text.storedAccounts(stored))
        try stage.expect(stored, is: [Self.id])
        try stage.expect(await stage.rememberedID(), is: nil)
    }

    private func deletion() async throws(TourFailure) {
        try await stage.signIn(Self.id, Self.password)
        try stage.expectSession(of: Self.id)
        try await stage.deleteAccount()
        try stage.expect(screen: .start)
        let stored = try await stage.storedIDs()
        try await stage.transcript.remark(stage.text.storedAccounts(stored))
        try stage.expect(stored, is: [])
        try stage.expect(await stage.rememberedID(), is: nil)

        try await stage.goToSignUp()
        try await fillIn()
        try await stage.submit()
        try stage.expectSession(of: Self.id)
    }

    private func layers() async throws(TourFailure) {
        try await stage.transcript.remark(
            stage.pick("꽉 찬 저장소의 실패가 층을 지나 올라갑니다.", "The failure of a full store goes up through the layers.")
        )
        let error = StorageError(store: .accounts, reason: .full)
        let reports = await FullStore(error).climb(form, hashingCost: stage.configuration.hashingCost)
        for report in reports {
            try await stage.transcript.screen("\(report.layer) ✘ \(report.error)")
            try stage.expect(report.cause, is: error)
        }
        try stage.expect(
            reports.map(\.layer),
            is: ["AccountRepository", "AccountService", "SignUp", "SignUpViewModel"]
        )
        try stage.expect(Set(reports.map(\.error)).count, is: 3)
        try await stage.transcript.screen("✘ " + stage.messages.message(for: SignUpError.failed(.storage(error))))

        let account: Account?
        do {
            account = try await stage.openStores().accounts.find(try AccountID(Self.id))
        } catch {
            throw stage.failure(wanted: Self.id, found: "\(error)")
        }
        guard let account else { throw stage.failure(wanted: Self.id, found: "none") }
        // The members alone: the values are the owner's business.
        let record = stage.json(AccountLine().encode(account))
        let names = (record.members ?? [:]).keys.sorted()
        try await stage.transcript.screen("\(Swift.type(of: account)) → {\(names.joined(separator: ", "))}")
        try stage.expect(names.contains("id"), is: true)
    }

    private var form: KeyValuePairs<AccountField, String> {
        [.id: Self.id, .password: Self.password, .confirmation: Self.password, .nickname: nickname]
    }

    private func fillIn() async throws(TourFailure) { try await stage.fill(form) }
}
