import App
import Domain
import Networking
import Presentation

/// The script of the tour: the five systems, row by row of the requirements.
///
/// Each row begins where the one before has ended.
struct TourScript {
    let text: DemoText

    /// What kind of system it is, in a few words.
    func title(of preset: AppSettings.Preset) -> String {
        switch preset {
        case .signIn: text.pick("서버의 계정으로 로그인", "signing in to the account of a server")
        case .start: text.pick("시작 화면과 회원가입, 이 기기의 계정", "a start screen, sign-up and a welcome, with local accounts")
        case .accounts: text.pick("여러 계정과 자동 로그인", "several accounts, and automatic sign-in")
        case .remote: text.pick("서버에 가입하고 로그인", "sign-up and sign-in at a server")
        case .shop: text.pick("약관 동의가 있어야 하는 로그인", "sign-in that needs agreement to terms")
        }
    }

    func steps(for preset: AppSettings.Preset) -> [TourStep] {
        switch preset {
        case .signIn: signIn
        case .start: start
        case .accounts: accounts
        case .remote: remote
        case .shop: shop
        }
    }

    private func row(_ id: String, _ korean: String, _ english: String) -> TourStep {
        .row(id, text.pick(korean, english))
    }

    private func signIn(_ id: String, _ password: String, _ sight: TourSight) -> TourStep {
        .all([.fill([.id: id, .password: password]), .press(.signIn, sight)])
    }

    private func deleteAccount(to sight: TourSight) -> TourStep {
        .all([.press(.deleteAccount, .alert(.accountDeletion)), .press(.deleteAccount, sight)])
    }

    private func up(_ shift: Double) -> KeyboardAdjustment {
        KeyboardAdjustment(shift: shift, duration: .milliseconds(250))
    }

    private func inset(_ height: Double) -> KeyboardAdjustment {
        KeyboardAdjustment(bottomInset: height, duration: .milliseconds(300))
    }
}

// MARK: - S0

extension TourScript {
    private var signIn: [TourStep] {
        let account = ["id": "kim", "password": "password1"]
        return [
            row("S0.1", "아이디와 비밀번호를 모두 입력해야 로그인할 수 있다", "Sign-in needs both ID and password"),
            .launch(.signIn), .type(.id, "k", .valid, .disabled), .type(.password, "p", .valid, .enabled),
            .type(.id, "", .invalid, .disabled), .type(.id, "kim", .valid, .enabled),
            .type(.password, "", .invalid, .disabled), .type(.password, "password1", .valid, .enabled),

            row("S0.2", "키보드 높이의 절반만큼 올라갔다가 돌아온다", "The form moves up by half the keyboard's height"),
            .fill([.id: "kim"]), .keyboard(300, .half, up(150)), .tapOutside, .keyboard(0, .half, up(0)),

            row("S0.3", "POST /account, 2xx면 성공, 토큰은 헤더에", "POST /account; 2xx is success; the token is in the header"),
            .press(.signIn, .welcome("kim")),
            .exchange("POST /account", account), .press(.signOut, .signIn),
            .answer(299, header: ("ACCESSTOKEN", "t0")), signIn("kim", "password1", .welcome("kim")),
            .exchange("POST /account", account), .press(.signOut, .signIn),

            row("S0.4", "결과는 어떤 경우에도 꼭 한 번 온다", "There is exactly one outcome, whatever the server does"),
            .answer(200), signIn("kim", "password1", .signInFailed(.failed(.remote(.tokenMissing)))),
            .exchange("POST /account", account), .outcomes(1), .answer(500),
            signIn("kim", "password1", .signInFailed(.failed(.remote(.serverError)))),
            .exchange("POST /account", account), .outcomes(1), .noAnswer,
            signIn("kim", "password1", .signInFailed(.failed(.remote(.network(.unreachable))))),
            .exchange("POST /account", account), .outcomes(1), .answer(204, header: ("accesstoken", "t1")),
            signIn("kim", "password1", .welcome("kim")), .exchange("POST /account", account), .outcomes(1),
            .press(.signOut, .signIn),

            row("S0.5", "결과를 사람에게 알린다", "The screen says how it ended"),
            signIn("kim", "password2", .signInFailed(.invalidCredentials)), .headline(.signInFailed),
            signIn("kim", "password1", .welcome("kim")), .headline(.signedIn), .press(.signOut, .signIn),
        ]
    }
}

// MARK: - S1

extension TourScript {
    private var start: [TourStep] {
        let (id, password, nickname) = ("abcdef@gmail.com", "password1", text.pick("철수", "Kim"))
        let form: KeyValuePairs<AccountField, String> = [
            .id: id, .password: password, .confirmation: password, .nickname: nickname,
        ]
        return [
            row("S1.1", "‘시작하기’는 세션이 있으면 환영, 없으면 회원가입으로", "Start leads to Welcome, or to Sign-up"),
            .launch(.start), .press(.start, .signUp), .fill(form), .press(.signUp, .welcome(id)),
            .launch(.start), .press(.start, .welcome(id)), deleteAccount(to: .start),

            row("S1.2", "아이디는 @ 앞이 a–z, 0–9로 6–20자인 이메일", "The ID is an e-mail address, 6 to 20 before the @"),
            .press(.start, .signUp), .type(.id, "abcde@gmail.com", .invalid),
            .type(.id, "abcdef@gmail.com", .valid), .type(.id, "abcdefghijklmnopqrst@gmail.com", .valid),
            .type(.id, "abcdefghijklmnopqrstu@gmail.com", .invalid), .type(.id, "1bcdef@gmail.com", .invalid),
            .type(.id, "abc1ef@gmail.com", .valid), .type(.id, "abcDef@gmail.com", .invalid),
            .type(.id, "abc.ef@gmail.com", .invalid), .type(.id, "abcdef", .invalid),

            row("S1.3", "아이디가 이미 있는지는 저장소가 정한다", "The store decides at sign-up whether an ID is taken"),
            .rivals(form), .launch(.start), .press(.start, .welcome(id)), deleteAccount(to: .start),

            row("S1.4", "비밀번호는 8자 이상이고 두 번 같게 입력한다", "The password has 8 characters or more, twice"),
            .press(.start, .signUp), .type(.password, "1234567", .invalid),
            .type(.password, "12345678", .valid), .type(.confirmation, "12345679", .invalid),
            .type(.confirmation, "12345678", .valid),

            row("S1.5", "닉네임을 등록한다", "A nickname is registered"),
            .type(.nickname, "", .invalid), .type(.nickname, nickname, .valid),

            row("S1.6", "네 가지가 모두 맞는 동안에만 가입할 수 있다", "Sign-up is enabled exactly while all four are valid"),
            .fill(form), .type(.id, "", .invalid, .disabled), .type(.id, id, .valid, .enabled),
            .type(.password, "", .invalid, .disabled), .type(.password, password, .valid, .enabled),
            .type(.confirmation, "", .invalid, .disabled), .type(.confirmation, password, .valid, .enabled),
            .type(.nickname, "", .invalid, .disabled), .type(.nickname, nickname, .valid, .enabled),

            row("S1.7", "가입하면 계정이 저장되고 로그인된다", "Sign-up stores the account and leads to Welcome, signed in"),
            .press(.signUp, .welcome(id)), .stored([id]), .remembered(id),

            row("S1.8", "닉네임으로 환영한다", "Welcome greets by the nickname"),
            .greets(nickname),

            row("S1.9", "로그아웃하면 시작 화면으로 가고 계정은 남는다", "Sign-out leads to Start; the account stays"),
            .press(.signOut, .start), .stored([id]), .remembered(nil),

            row("S1.10", "탈퇴하면 계정이 지워지고 아이디는 다시 쓸 수 있다", "Deletion frees the ID"),
            .press(.start, .signUp), .press(.signIn, .signIn), signIn(id, password, .welcome(id)),
            deleteAccount(to: .start), .stored([]), .remembered(nil), .press(.start, .signUp), .fill(form),
            .press(.signUp, .welcome(id)),

            row("S1.11", "층마다 오류의 형이 다르고, 저장되는 형도 다르다", "Each layer has its own errors, the store its records"),
            .layers(form, ["SignUpError", "AccountServiceFailure", "StorageError"]),
            .record(of: id, ["createdAt", "id", "passwordHash", "profile"]),
        ]
    }
}

// MARK: - S2

extension TourScript {
    private var accounts: [TourStep] {
        let (kim, lee, password) = ("kim@x.com", "lee@x.com", "pass")
        func form(_ id: String) -> TourStep { .fill([.id: id, .password: password, .confirmation: password]) }
        return [
            row("S2.1", "여러 계정을 저장하고, 누구든 로그인할 수 있다", "Several accounts are stored; any can sign in"),
            .launch(.signIn), .press(.signUp, .signUp), form(kim), .press(.signUp, .welcome(kim)),
            .press(.signOut, .signIn), .press(.signUp, .signUp), form(lee), .press(.signUp, .welcome(lee)),
            .press(.signOut, .signIn), .stored([kim, lee]), signIn(kim, password, .welcome(kim)),
            .press(.signOut, .signIn), signIn(lee, password, .welcome(lee)), .press(.signOut, .signIn),

            row("S2.2", "로그아웃할 때까지 다음 실행은 메인 화면부터", "The next launch goes straight to Main, until sign-out"),
            signIn(kim, password, .welcome(kim)), .launch(.welcome(kim)), .press(.signOut, .signIn),
            .launch(.signIn),

            row("S2.3", "실패한 필드는 빨갛게 되었다가 저절로 돌아온다", "The failed field turns red, and reverts by itself"),
            signIn(kim, "wrong", .signInFailed(.invalidCredentials)), .field(.id, .rejected([])),
            .field(.password, .rejected([])), .advance(.milliseconds(1_500)), .field(.id, .valid),
            .field(.password, .valid), .press(.signUp, .signUp), form(lee),
            .press(.signUp, .signUpFailed(.duplicateAccount)), .field(.id, .rejected([])),
            .advance(.milliseconds(1_500)), .field(.id, .valid), .press(.back, .signIn),

            row("S2.4", "4–16자. 17번째 글자는 들어가지 않는다", "4 to 16 characters; a 17th is refused as it is typed"),
            .press(.signUp, .signUp), .type(.id, "abc", .invalid), .type(.id, "abcd", .valid),
            .type(.id, "abcdefghijklmnop", .valid),
            .type(.id, "abcdefghijklmnopq", .valid, keeps: "abcdefghijklmnop"), .press(.back, .signIn),

            row("S2.5", "입력 중인 필드는 키보드에 가려지지 않는다", "The keyboard never covers the focused field"),
            .keyboard(300, .field(300), up(0)), .keyboard(300, .field(350), up(0)),
            .keyboard(300, .field(351), up(1)), .keyboard(300, .field(420), up(70)),

            row("S2.6", "메인 화면은 로그인한 이메일을 보여 준다", "Main shows the e-mail address that is signed in"),
            signIn(lee, password, .welcome(lee)), .press(.signOut, .signIn),

            row("S2.7", "회원가입은 아무것도 하지 않고 나올 수 있다", "Sign-up can be left without doing anything"),
            .press(.signUp, .signUp), form("park@x.com"), .press(.back, .signIn), .stored([kim, lee]),

            row("S2.8", "로그아웃하면 언제나 로그인 화면으로 돌아온다", "Sign-out returns to Login, over Main or not"),
            signIn(kim, password, .welcome(kim)), .screens(2), .press(.signOut, .signIn),
            signIn(kim, password, .welcome(kim)), .launch(.welcome(kim)), .screens(1),
            .press(.signOut, .signIn),
        ]
    }
}

// MARK: - S3

extension TourScript {
    private var remote: [TourStep] {
        let (id, password, name) = ("kim", "password1", text.pick("김철수", "Kim Chulsoo"))
        let (email, phone) = ("kim@example.com", "010-1234-5678")
        let form = TourStep.fill([
            .id: id, .password: password, .confirmation: password, .name: name, .email: email, .phone: phone,
        ])
        let exchange = TourStep.exchange(
            "POST /sign-up",
            ["id": id, "password": password, "name": name, "email": email, "phone": phone]
        )
        func refused(_ failure: RemoteFailure) -> TourStep {
            .all([
                .press(.signUp, .alert(.signUpRefused(.failed(.remote(failure))))), exchange, .press(.confirm, .signUp),
            ])
        }
        return [
            row("S3.1", "가입할 때 다섯 가지를 JSON으로 보낸다", "Sign-up sends id, password, name, e-mail and phone as JSON"),
            .launch(.signIn), .press(.signUp, .signUp),
            form,
            .press(.signUp, .signIn),
            exchange,
            .serverAccounts([id]),

            row("S3.2", "{status, success, message}를 너그럽게 읽는다", "A reply is read leniently: -1, false and nothing"),
            .reads(#"{"status":200,"success":true,"message":"ok"}"#, 200, true, "ok"),
            .reads(#"{"status":"200","success":1,"message":null}"#, -1, false, ""), .reads("{}", -1, false, ""),

            row("S3.3", "서버의 답은 종류마다 다른 결과이다", "Each kind of answer is an outcome, and so is none at all"),
            .press(.signUp, .signUp),
            form,
            .answer(200, body: #"{"status":200,"success":false,"message":"No more room."}"#),
            refused(.refused(ServerMessage("No more room."), field: nil)), .answer(400), refused(.pathError),
            .answer(500), refused(.serverError), .answer(302), refused(.pathError),
            .answer(200, body: "<html>"), refused(.pathError), .noAnswer, refused(.network(.unreachable)),
            .answer(200, body: #"{"status":200,"success":true,"message":"Welcome."}"#),
            .press(.signUp, .signIn),
            exchange,

            row("S3.4", "거절된 가입은 서버의 말로 알린다", "A refused sign-up shows the server's message"),
            .press(.signUp, .signUp),
            form,
            refused(.refused(ServerMessage("This ID is taken."), field: nil)), .fill([.id: "lee"]),
            .press(.signUp, .signIn), .serverAccounts([id, "lee"]),

            row("S3.5", "‘로그인 상태 유지’가 다음 실행을 정한다", "The check box decides about the next launch"),
            .remember(false), signIn(id, password, .welcome(id)), .owner(id), .launch(.signIn), .remember(true),
            signIn(id, password, .welcome(id)), .owner(id), .launch(.welcome(id)),

            row("S3.6", "기억된 세션이 있으면 로그인 화면을 건너뛴다", "On launch, a stored session skips Login"),
            .launch(.welcome(id)),

            row("S3.7", "로그아웃하면 토큰도 지워진다", "Sign-out clears the token too"),
            .press(.signOut, .signIn), .remembered(nil), .launch(.signIn),
        ]
    }
}

// MARK: - S4

extension TourScript {
    private var shop: [TourStep] {
        let (id, password, documents) = ("abcdef", "ghijkl", AppConfiguration.shop.terms.required)
        func lengths(of field: AccountField) -> TourStep {
            .all([
                .type(field, "abcde", .invalid), .type(field, "abcdef", .valid), .type(field, "abc ef", .invalid),
                .type(field, "abcdefghijkl", .valid), .type(field, "abcdefghijklm", .invalid),
            ])
        }
        return [
            row("S4.1", "동의하지 않고 로그인하면 동의를 묻는다", "Signing in without agreement asks for it"),
            .launch(.main), .press(.signIn, .signIn), .press(.signUp, .signUp),
            .fill([.id: id, .password: password, .confirmation: password]), .press(.signUp, .welcome(id)),
            .press(.signOut, .main), .press(.signIn, .signIn), .terms(.full),
            .fill([.id: id, .password: password]), .press(.signIn, .alert(.termsRequired(documents))),
            .press(.cancel, .signIn),

            row("S4.2", "동의는 기억되고, 다음 로그인 화면은 다르다", "The agreement is stored, and changes the next Login"),
            .agree, .press(.signIn), .pass(seconds: 5), .shows(.welcome(id)), .press(.signOut, .main),
            .launch(.main), .press(.signIn, .signIn), .terms(.link),

            row("S4.3", "아이디와 비밀번호는 공백 없이 6–12자", "ID and password are 6 to 12 characters without spaces"),
            lengths(of: .id), lengths(of: .password),

            row("S4.4", "필드마다 상태를 바로 보여 준다", "Each field shows its state live"),
            .press(.back, .main), .press(.signIn, .signIn), .field(.id, .untouched), .fill([.id: "abcde"]),
            .field(.id, .editing), .fill([.id: "abcdef"]), .field(.id, .valid), .fill([.id: "abcdefghijklm"]),
            .field(.id, .editing), .tapOutside, .field(.id, .invalid([.tooLong(maximum: 12, actual: 13)])),

            row("S4.5", "두 필드가 모두 맞는 동안에만 로그인할 수 있다", "Sign-in is enabled exactly while both are valid"),
            .type(.id, id, .valid, .disabled), .type(.password, password, .valid, .enabled),
            .type(.id, "", .invalid, .disabled), .type(.id, id, .valid, .enabled),
            .type(.password, "", .invalid, .disabled), .type(.password, password, .valid, .enabled),

            row("S4.6", "로그인은 화면을 멈추지 않고, 뒤로 가면 취소된다", "Signing in blocks nothing; going back cancels it"),
            .press(.signIn), .pass(seconds: 3), .remember(false), .press(.back, .main), .remembered(nil),

            row("S4.7", "성공하면 메인은 누가 로그인했는지 안다", "On success Main knows who signed in"),
            .press(.signIn, .signIn), .fill([.id: id, .password: password]), .press(.signIn), .pass(seconds: 5),
            .shows(.welcome(id)), .headline(.signedIn),

            row("S4.8", "화면의 크기에 따라 배치가 달라진다", "Large screens are filled; content of small ones scrolls"),
            .arranges(1_024, 768, .regular, width: 864, height: 768, scrolls: false),
            .arranges(1_024, 639, .regular, width: 864, height: 640, scrolls: true),
            .arranges(375, 667, .compact, width: 335, height: 667, scrolls: false),
            .arranges(375, 480, .compact, width: 335, height: 480, scrolls: false),
            .arranges(320, 479, .compact, width: 280, height: 480, scrolls: true),

            row("S4.9", "스크롤 영역의 아래 여백은 키보드의 높이만큼", "The bottom inset equals the keyboard's height"),
            .keyboard(291, .inset, inset(291)), .keyboard(0, .inset, inset(0)),

            row("S4.10", "뷰 모델은 관찰 상자로 묶이고, 검증기는 혼자서도 답한다", "View models bind; validators stand alone"),
            .press(.signOut, .main), .press(.signIn, .signIn),
            .fill([.id: id, .password: password, .id: ""], enables: [false, true, false]),
            .validates(
                AccountForm([.id: "abc", .password: password]),
                [FieldIssue(field: .id, issue: .tooShort(minimum: 6, actual: 3))]
            ),
        ]
    }
}
