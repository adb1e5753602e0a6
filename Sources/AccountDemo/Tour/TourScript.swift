import App
import Domain
import Networking
import Presentation

/// The script of the tour, with a row for each requirement of the five systems.
///
/// Each row continues from the end of the previous one.
struct TourScript {
    let text: any DemoText

    func steps(for preset: AppSettings.Preset) -> [TourStep] {
        switch preset {
        case .signIn: signIn
        case .start: start
        case .accounts: accounts
        case .remote: remote
        case .shop: shop
        }
    }

    private func signIn(_ id: String, _ password: String, _ sight: TourSight) -> TourStep {
        .all([.fill([.id: id, .password: password]), .press(.signIn, sight)])
    }

    private func deleteAccount(to sight: TourSight) -> TourStep {
        .all([.press(.deleteAccount, .deletion), .press(.deleteAccount, sight)])
    }

    // MARK: S0

    private var signIn: [TourStep] {
        let account = ["id": "kim", "password": "password1"]
        func signIn(
            _ password: String = "password1",
            _ error: SignInError? = nil,
            label: StatusTitle? = nil
        ) -> TourStep {
            let alert = error.map { AlertSubject.signInFailed($0) } ?? .notice(.signedIn)
            return .all(
                [.fill([.id: "kim", .password: password]), .press(.signIn, .alert(alert))]
                    + [label].compactMap { $0.map { .headline($0) } }
                    + [.press(.confirm, error == nil ? .welcome("kim") : .signIn)]
            )
        }
        return [
            .row("S0.1"),
            .launch(.signIn), .type(.id, "k", .valid, .disabled), .type(.password, "p", .valid, .enabled),
            .type(.id, "", .invalid, .disabled), .type(.id, "kim", .valid, .enabled),
            .type(.password, "", .invalid, .disabled), .type(.password, "password1", .valid, .enabled),

            .row("S0.2"),
            .fill([.id: "kim"]), .keyboard(300, .shiftByHalf, 150), .tapOutside, .keyboard(0, .shiftByHalf, 0),

            .row("S0.3"),
            .press(.signIn, .alert(.notice(.signedIn))), .press(.confirm, .welcome("kim")),
            .exchange("POST /account", account), .press(.signOut, .signIn),
            .answer(299, header: ("ACCESSTOKEN", "t0")), signIn(),
            .exchange("POST /account", account), .press(.signOut, .signIn),

            .row("S0.4"),
            .answer(200), signIn("password1", .service(.remote(.tokenMissing))),
            .exchange("POST /account", account), .outcomes(1), .answer(500),
            signIn("password1", .service(.remote(.serverError))),
            .exchange("POST /account", account), .outcomes(1), .noAnswer,
            signIn("password1", .service(.remote(.network(.unreachable)))),
            .exchange("POST /account", account), .outcomes(1), .answer(204, header: ("accesstoken", "t1")),
            signIn(), .exchange("POST /account", account), .outcomes(1),
            .press(.signOut, .signIn),

            .row("S0.5"),
            signIn("password2", .invalidCredentials, label: .signInFailed), signIn(label: .signedIn),
            .press(.signOut, .signIn),

            .beyond("headers"),
            .server(.credentialsAreInHeaders), .launch(.signIn), .answer(200, header: ("accesstoken", "t2")), signIn(),
            .exchange("POST /account", account, inHeader: true), .press(.signOut, .signIn),
        ]
    }

    // MARK: S1

    private var start: [TourStep] {
        let (id, password, nickname) = ("abcdef@gmail.com", "password1", text.tourNickname)
        let form: KeyValuePairs<AccountField, String> = [
            .id: id, .password: password, .confirmation: password, .nickname: nickname,
        ]
        return [
            .row("S1.1"),
            .launch(.start), .press(.start, .signUp), .fill(form), .press(.signUp, .welcome(id)),
            .launch(.start), .press(.start, .welcome(id)), deleteAccount(to: .start),

            .row("S1.2"),
            .press(.start, .signUp), .type(.id, "abcde@gmail.com", .invalid),
            .type(.id, "abcdef@gmail.com", .valid), .type(.id, "abcdefghijklmnopqrst@gmail.com", .valid),
            .type(.id, "abcdefghijklmnopqrstu@gmail.com", .invalid), .type(.id, "1bcdef@gmail.com", .invalid),
            .type(.id, "abc1ef@gmail.com", .valid), .type(.id, "abcDef@gmail.com", .invalid),
            .type(.id, "abc.ef@gmail.com", .invalid), .type(.id, "abcdef", .invalid),

            .row("S1.3"),
            .rivals(form), .launch(.start), .press(.start, .welcome(id)), deleteAccount(to: .start),

            .row("S1.4"),
            .press(.start, .signUp), .type(.password, "1234567", .invalid),
            .type(.password, "12345678", .valid), .type(.confirmation, "12345679", .invalid),
            .type(.confirmation, "12345678", .valid),

            .row("S1.5"),
            .type(.nickname, "", .invalid), .type(.nickname, nickname, .valid),

            .row("S1.6"),
            .fill(form), .type(.id, "", .invalid, .disabled), .type(.id, id, .valid, .enabled),
            .type(.password, "", .invalid, .disabled), .type(.password, password, .valid, .enabled),
            .type(.confirmation, "", .invalid, .disabled), .type(.confirmation, password, .valid, .enabled),
            .type(.nickname, "", .invalid, .disabled), .type(.nickname, nickname, .valid, .enabled),

            .row("S1.7"),
            .press(.signUp, .welcome(id)), .stored([id]), .remembered(id),

            .row("S1.8"),
            .greets(nickname),

            .row("S1.9"),
            .press(.signOut, .start), .stored([id]), .remembered(nil),

            .row("S1.10"),
            .press(.start, .signUp), .press(.signIn, .signIn), signIn(id, password, .welcome(id)),
            deleteAccount(to: .start), .stored([]), .remembered(nil), .press(.start, .signUp), .fill(form),
            .press(.signUp, .welcome(id)),

            .row("S1.11"),
            .layers(form, ["SignUpError", "AccountServiceFailure", "StorageError"]),
            .record(of: id, ["createdAt", "id", "passwordHash", "profile", "registrationID"]),
        ] + care(of: id, password)
    }

    /// What the user of an account on this device, who is signed in, can do later.
    private func care(of id: String, _ password: String) -> [TourStep] {
        let (messages, other, nickname) = (text.messages, "password2", text.tourOtherNickname)
        let account = TourStep.press(.account, .screen(.account))
        let toSignIn = TourStep.all([.press(.signOut, .start), .press(.start, .signUp), .press(.signIn, .signIn)])
        let leave = TourStep.all([.press(.back, .screen(.account)), .press(.back, .welcome(id))])
        func change(from old: String, to new: String, _ sight: TourSight) -> TourStep {
            .all([
                .fill([.currentPassword: old, .password: new, .confirmation: new]), .press(.changePassword, sight),
            ])
        }
        return [
            .beyond("password"),
            account,
            change(from: "password3", to: other, .failed(messages.message(for: ChangePasswordError.wrongPassword))),
            change(from: password, to: other, .alert(.notice(.passwordChanged))), .press(.confirm, .welcome(id)),
            toSignIn,
            signIn(id, password, .signInFailed(.invalidCredentials)), signIn(id, other, .welcome(id)),

            .beyond("recovery"),
            account, .fill([.currentPassword: other]), .press(.makeRecoveryCode, .recoveryCode),
            .press(.confirm, .screen(.account)), .press(.back, .welcome(id)), toSignIn,
            .press(.forgotPassword, .screen(.passwordReset)), .fill([.id: id]), .code(.recoveryAlert),
            .fill([.password: password, .confirmation: password]), .press(.setPassword, .recoveryCode),
            .press(.confirm, .screen(.passwordReset)), .press(.signIn, .signIn), signIn(id, password, .welcome(id)),

            .beyond("totp"),
            account, .press(.totp, .screen(.totp)), .fill([.currentPassword: password]),
            .press(.beginTOTP, .screen(.totp)), .code(.authenticator), .press(.enableTOTP, .screen(.totp)), leave,
            toSignIn, signIn(id, password, .screen(.challenge)), .code(.authenticator),
            .press(.submitCode, .failed(messages.message(for: .used, of: nil))), .later(.seconds(30)),
            .code(.authenticator), .press(.submitCode, .welcome(id)), account, .press(.totp, .screen(.totp)),
            .later(.seconds(30)), .fill([.currentPassword: password]), .code(.authenticator),
            .press(.disableTOTP, .screen(.totp)), leave, toSignIn, signIn(id, password, .welcome(id)),

            .beyond("profile"),
            account, .press(.profile, .screen(.profile)), .enabled([.back]), .fill([.nickname: nickname]),
            .enabled([.save, .revert, .back]), .press(.revert, .screen(.profile)), .enabled([.back]),
            .fill([.nickname: nickname]), .elsewhere([.nickname: text.tourName]),
            .press(
                .save,
                .failed(
                    messages.message(for: .conflict(ProfileConflict(fields: [.nickname], stored: Profile())))
                )
            ),
            .press(.save, .welcome(id)), .greets(nickname),

            .beyond("export"),
            account, .fill([.currentPassword: password]),
            .exports(
                ["account", "consents", "exportedAt", "format", "securityEvents", "sessions", "version"],
                without: password
            ),
            .press(.back, .welcome(id)),
        ]
    }

    // MARK: S2

    private var accounts: [TourStep] {
        let (kim, lee, password) = ("kim@x.com", "lee@x.com", "pass")
        func form(_ id: String) -> TourStep { .fill([.id: id, .password: password, .confirmation: password]) }
        return [
            .row("S2.1"),
            .launch(.signIn), .press(.signUp, .signUp), form(kim), .press(.signUp, .welcome(kim)),
            .press(.signOut, .signIn), .press(.signUp, .signUp), form(lee), .press(.signUp, .welcome(lee)),
            .press(.signOut, .signIn), .stored([kim, lee]), signIn(kim, password, .welcome(kim)),
            .press(.signOut, .signIn), signIn(lee, password, .welcome(lee)), .press(.signOut, .signIn),

            .row("S2.2"),
            signIn(kim, password, .welcome(kim)), .launch(.welcome(kim)), .press(.signOut, .signIn),
            .launch(.signIn),

            .row("S2.3"),
            signIn(kim, "wrong", .signInFailed(.invalidCredentials)), .field(.id, .rejected([])),
            .field(.password, .rejected([])), .advance(.milliseconds(1_500)), .field(.id, .editing),
            .field(.password, .editing), .press(.signUp, .signUp), form(lee),
            .press(.signUp, .signUpFailed(.duplicateAccount)), .field(.id, .rejected([])),
            .advance(.milliseconds(1_500)), .field(.id, .editing), .press(.back, .signIn),

            .row("S2.4"),
            .press(.signUp, .signUp), .type(.id, "abc", .invalid), .type(.id, "abcd", .valid),
            .type(.id, "abcdefghijklmnop", .valid),
            .type(.id, "abcdefghijklmnopq", .valid, keeps: "abcdefghijklmnop"), .press(.back, .signIn),

            .row("S2.5"),
            .keyboard(300, .showField(y: 300), 0), .keyboard(300, .showField(y: 350), 0),
            .keyboard(300, .showField(y: 351), 1), .keyboard(300, .showField(y: 420), 70),

            .row("S2.6"),
            signIn(lee, password, .welcome(lee)), .press(.signOut, .signIn),

            .row("S2.7"),
            .press(.signUp, .signUp), form("park@x.com"), .press(.back, .signIn), .stored([kim, lee]),

            .row("S2.8"),
            signIn(kim, password, .welcome(kim)), .screens(2), .press(.signOut, .signIn),
            signIn(kim, password, .welcome(kim)), .launch(.welcome(kim)), .screens(1),
            .press(.signOut, .signIn),
        ]
    }

    // MARK: S3

    private var remote: [TourStep] {
        let (id, password, name) = ("kim", "password1", text.tourName)
        let taken = "This ID is taken."
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
                .press(.signUp, .alert(.signUpRefused(.remote(failure)))), exchange, .press(.confirm, .signUp),
            ])
        }
        return [
            .row("S3.1"),
            .launch(.signIn), .press(.signUp, .signUp), form, .press(.signUp, .signIn), exchange, .serverAccounts([id]),

            .row("S3.2"),
            .reads(#"{"status":200,"success":true,"message":"ok"}"#, as: "200, true, “ok”"),
            .reads(#"{"status":"200","success":1,"message":null}"#, as: "-1, false, “”"),
            .reads("{}", as: "-1, false, “”"),

            .row("S3.3"),
            .press(.signUp, .signUp), form,
            .answer(200, body: #"{"status":200,"success":false,"message":"No more room."}"#),
            refused(.refused(ServerMessage("No more room."), field: nil)), .answer(400), refused(.pathError),
            .answer(500), refused(.serverError), .answer(302), refused(.pathError),
            .answer(200, body: "<html>"), refused(.pathError), .noAnswer, refused(.network(.unreachable)),
            .answer(200, body: #"{"status":200,"success":true,"message":"Welcome."}"#),
            .press(.signUp, .signIn), exchange, .notice(.signInRequired),

            .row("S3.4"),
            .press(.signUp, .signUp), form,
            refused(.refused(ServerMessage(text.serverMessages[taken] ?? taken), field: nil)), .fill([.id: "lee"]),
            .press(.signUp, .signIn), .serverAccounts([id, "lee"]),

            .row("S3.5"),
            signIn(id, password, .welcome(id)), .owner(id), .launch(.signIn), .remember(true),
            signIn(id, password, .welcome(id)), .owner(id), .launch(.welcome(id)),

            .row("S3.6"),
            .launch(.welcome(id)),

            .row("S3.7"),
            .press(.signOut, .signIn), .remembered(nil), .launch(.signIn),

            .beyond("refresh"),
            .remember(true), signIn(id, password, .welcome(id)), .server(.tokensExpire),
            .call(["GET /account 401", "POST /refresh 200", "GET /account 200"]),

            .beyond("switch"),
            .switcher([id], nil), .shows(.signIn), .remember(true), signIn("lee", password, .welcome("lee")),
            .switcher([id, "lee"], id), .shows(.welcome(id)),

            .beyond("end"),
            .server(.sessionsEnd), .call(["GET /account 401", "POST /refresh 401"]),
            .shows(.alert(.notice(.sessionEnded(.refused)))), .press(.confirm, .signIn),

            .beyond("confirmation"),
            .server(.addressesNeedConfirmation), .press(.signUp, .signUp), form, .press(.signUp, .screen(.challenge)),
            .press(.back, .signUp), .press(.signIn, .signIn), signIn(id, password, .screen(.challenge)),
            .fill([.code: "123456"]),
            .press(.submitCode, .failed(text.messages.message(for: .wrong(attemptsLeft: nil), of: nil))),
            .code(.message(to: id)), .press(.submitCode, .alert(.notice(.addressConfirmed))),
            .press(.confirm, .signIn), signIn(id, password, .welcome(id)), .owner(id),
        ]
    }

    // MARK: S4

    private var shop: [TourStep] {
        let (id, password, documents) = ("abcdef", "ghijkl", AppConfiguration.shop.terms.required)
        func lengths(of field: AccountField) -> TourStep {
            .all([
                .type(field, "abcde", .invalid), .type(field, "abcdef", .valid), .type(field, "abc ef", .invalid),
                .type(field, "abcdefghijkl", .valid), .type(field, "abcdefghijklm", .invalid),
            ])
        }
        return [
            .row("S4.1"),
            .launch(.main), .press(.signIn, .signIn), .terms(.full),
            .fill([.id: id, .password: password]), .press(.signIn, .alert(.termsRequired(documents))),
            .press(.cancel, .signIn),
            .press(.signUp, .signUp), .terms(.full),
            .fill([.id: id, .password: password, .confirmation: password]),
            .press(.signUp, .alert(.termsRequired(documents))), .press(.cancel, .signUp),
            .agree, .press(.signUp, .welcome(id)), .press(.signOut, .main),

            .row("S4.2"),
            .launch(.main), .press(.signIn, .signIn), .terms(.link), .fill([.id: id, .password: password]),
            .press(.signIn), .pass(seconds: 5), .shows(.welcome(id)), .press(.signOut, .main),
            .press(.signIn, .signIn),

            .row("S4.3"),
            lengths(of: .id), lengths(of: .password),

            .row("S4.4"),
            .press(.back, .main), .press(.signIn, .signIn), .field(.id, .untouched), .fill([.id: "abcde"]),
            .field(.id, .editing), .fill([.id: "abcdef"]), .field(.id, .valid), .fill([.id: "abcdefghijklm"]),
            .field(.id, .editing), .tapOutside, .field(.id, .invalid([.tooLong(maximum: 12, actual: 13)])),

            .row("S4.5"),
            .type(.id, id, .valid, .disabled), .type(.password, password, .valid, .enabled),
            .type(.id, "", .invalid, .disabled), .type(.id, id, .valid, .enabled),
            .type(.password, "", .invalid, .disabled), .type(.password, password, .valid, .enabled),

            .row("S4.6"),
            .press(.signIn), .pass(seconds: 3), .remember(false), .press(.back, .main), .remembered(nil),

            .row("S4.7"),
            .press(.signIn, .signIn), .fill([.id: id, .password: password]), .press(.signIn), .pass(seconds: 5),
            .shows(.welcome(id)), .headline(.signedIn),

            .row("S4.8"),
            .arranges((1_024, 768), .regular, (640, 768), scrolls: false),
            .arranges((768, 1_024), .regular, (608, 1_024), scrolls: false),
            .arranges((1_024, 639), .regular, (640, 640), scrolls: true),
            .arranges((375, 667), .compact, (335, 667), scrolls: false),
            .arranges((375, 480), .compact, (335, 480), scrolls: false),
            .arranges((320, 479), .compact, (280, 480), scrolls: true),

            .row("S4.9"),
            .keyboard(291, .inset, 291), .keyboard(0, .inset, 34),

            .row("S4.10"),
            .press(.signOut, .main), .press(.signIn, .signIn),
            .fill([.id: id, .password: password, .id: ""], enables: [false, true, false]),
            .validates(
                AccountForm([.id: "abc", .password: password]),
                [FieldIssue(field: .id, issue: .tooShort(minimum: 6, actual: 3))]
            ),
        ]
    }
}
