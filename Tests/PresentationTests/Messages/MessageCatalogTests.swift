import AccountFlowTesting
import Domain
import Presentation
import Testing

struct MessageCatalogTests {
    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }

    @Test(arguments: Language.allCases)
    func `every language has its own catalog, and a code of two letters as in ISO 639`(language: Language) {
        #expect(language.messages.language == language)
        #expect(language.rawValue.wholeMatch(of: /[a-z]{2}/) != nil)
    }

    @Test(arguments: Language.allCases)
    func `every case has a text that is unique within its kind`(language: Language) {
        let messages = language.messages
        let groups = MessageSamples.sentences(of: messages).merging(MessageSamples.titles(of: messages)) { $0 + $1 }
        for (kind, texts) in groups {
            #expect(texts.allSatisfy { $0.contains { $0.isLetter } }, "\(kind)")
            let repeated = Dictionary(grouping: texts) { $0 }.filter { $1.count > 1 }.keys
            #expect(repeated.isEmpty, "\(kind)")
        }
    }

    @Test(arguments: Language.allCases)
    func `every text is in its language, without superfluous spaces`(language: Language) {
        let messages = language.messages
        let sentences = MessageSamples.sentences(of: messages)
        let texts = (Array(sentences.values) + MessageSamples.titles(of: messages).values).joined()
        for text in texts {
            #expect(text.unicodeScalars.contains(where: Self.isHangul) == (language == .korean), "\(text)")
            #expect(!text.contains("  "), "\(text)")
            #expect(text.first != " ", "\(text)")
            #expect(text.last != " ", "\(text)")
        }
    }

    @Test func `Korean sentences are polite`() {
        for text in MessageSamples.sentences(of: KoreanMessages()).values.joined() {
            #expect(text.hasSuffix("니다.") || text.hasSuffix("세요."), "\(text)")
        }
    }

    @Test func `English sentences begin with a capital letter and end with a full stop`() {
        for text in MessageSamples.sentences(of: EnglishMessages()).values.joined() {
            #expect(text.first?.isUppercase == true, "\(text)")
            #expect(text.hasSuffix("."), "\(text)")
        }
    }

    @Test(arguments: Language.allCases)
    func `S3.4 a refusal shows the server's own message`(language: Language) {
        let failure = AccountServiceFailure.remote(.refused(ServerMessage("이미 있는 아이디입니다!"), field: .id))
        #expect(language.messages.message(for: SignUpError.service(failure)) == "이미 있는 아이디입니다!")
    }

    @Test(arguments: [
        (Duration.milliseconds(1), "1 second"), (.seconds(1), "1 second"), (.milliseconds(1_001), "2 seconds"),
        (.zero, "0 seconds"),
    ])
    func `a wait is rounded up to whole seconds`(time: Duration, text: String) {
        let message = EnglishMessages().message(for: RemoteFailure.throttled(retryAfter: time))
        #expect(message == "Too many requests. Try again in \(text).")
    }

    /// The strings that the requirements quote, in their order, with their English counterparts.
    private static let namedStrings: [(id: String, korean: String, english: String, text: Text)] = [
        ("S0.5", "로그인 성공", "Signed in", { $0.text(of: .signedIn) }),
        ("S0.5", "로그인에 실패했습니다.", "Signing in failed.", { $0.text(of: .signInFailed) }),
        ("S1.1", "시작하기", "Get started", { $0.title(of: ButtonName.start) }),
        ("S1.8", "철수 님 환영합니다.", "Welcome, 철수.", { $0.greeting(to: "철수") }),
        ("S1.10", "회원탈퇴", "Delete account", { $0.title(of: ButtonName.deleteAccount) }),
        ("S3.4", "회원가입 실패", "Sign-up failed", { $0.text(of: .signUpFailed) }),
        ("S3.4", "확인", "OK", { $0.title(of: ButtonName.confirm) }),
        ("S4.7", "로그인 성공", "Signed in", { $0.text(of: .signedIn) }),
    ]

    private typealias Text = @Sendable (any MessageCatalog) -> String

    @Test func `S0.5 S1.1 S1.8 S1.10 S3.4 S4.7 the catalogs contain the requirements' strings verbatim`() {
        for named in Self.namedStrings {
            #expect(named.text(KoreanMessages()) == named.korean, "\(named.id)")
            #expect(named.text(EnglishMessages()) == named.english, "\(named.id)")
        }
    }

    @Test(arguments: Language.allCases)
    func `a message contains the arguments of its issue or error`(language: Language) {
        let messages = language.messages
        let expected: [(ValidationIssue, [String])] = [
            (.tooShort(minimum: 6, actual: 3), ["6"]),
            (.tooLong(maximum: 20, actual: 21), ["20"]),
            (.local(.tooShort(minimum: 6, actual: 3)), ["@", "6"]),
            (.forbiddenCharacter(first: "☃", at: 4), ["☃"]),
            (.forbiddenCharacter(first: nil, at: 4), ["5"]),
            (.tooFewDigits(minimum: 7, actual: 4), ["7"]),
            (.tooManyDigits(maximum: 15, actual: 16), ["15"]),
            (.custom("Use a symbol."), ["Use a symbol."]),
        ]
        for (issue, arguments) in expected {
            let text = messages.message(for: FieldIssue(field: .id, issue: issue))
            for argument in arguments { #expect(text.contains(argument), "\(text)") }
        }
        let version = messages.message(for: StorageError(store: .session, reason: .unsupportedVersion(7)))
        #expect(version.contains("7"))
        let failed = messages.message(for: StorageError(store: .session, reason: .failed(code: -34018)))
        #expect(failed.contains("-34018"))
    }

    @Test(
        arguments: [
            (.cancelled, true), (.remote(.outcomeUnknown), true), (.remote(.undecodable), true),
            (.remote(.serverError), true), (.busy, false), (.remote(.network(.unreachable)), false),
            (.tokenRefused, false), (.storage(.stub(.accounts, .full)), false),
        ] as [(AccountServiceFailure, Bool)]
    )
    func `nothing is said to be undone if a server may have done it`(failure: AccountServiceFailure, isUnknown: Bool) {
        let english = EnglishMessages()
        for error in [DeleteAccountError.service(failure), .failedAndSignedOut(failure, .stub(.session, .full))] {
            let text = english.message(for: error)
            #expect(text.hasPrefix("We could not confirm whether your account was deleted. ") == isUnknown)
            #expect(text.hasPrefix("Your account was not deleted. ") != isUnknown)
        }
        let signUp = english.message(for: .service(failure) as SignUpError)
        #expect(signUp.hasPrefix("We could not confirm whether your account was created. ") == isUnknown)
        let request = english.message(for: .service(failure) as RequestPasswordResetError)
        #expect(request.hasPrefix("It is uncertain whether a message was sent. ") == isUnknown)
        #expect(english.message(for: ResendError.service(failure)) == request)
        let answer = english.message(for: .service(failure), of: nil)
        #expect(answer.hasPrefix("It is uncertain whether the code was accepted. Sign in to find out. ") == isUnknown)
        let reset = english.message(for: .service(failure) as ConfirmPasswordResetError)
        #expect(reset.contains("Sign in with the new one to find out.") == isUnknown)
        for text in [request, answer, reset] { #expect(!text.contains("Try again to find out")) }
        let korean = KoreanMessages()
        let sent = korean.message(for: ResendError.service(failure))
        #expect(korean.message(for: .service(failure) as RequestPasswordResetError) == sent)
        #expect(sent.contains("보냈는지 확인하지 못했습니다") == isUnknown)
        #expect(korean.message(for: .service(failure), of: nil).contains("승인되었는지") == isUnknown)
        #expect(
            korean.message(for: .service(failure) as ConfirmPasswordResetError).contains("새 비밀번호로") == isUnknown
        )
        #expect(korean.message(for: DeleteAccountError.service(failure)).contains("확인하지 못했습니다") == isUnknown)
        #expect(korean.message(for: .service(failure) as SignUpError).contains("확인하지 못했습니다") == isUnknown)
    }

    @Test(arguments: [(Language.english, "To continue, "), (.korean, "계속하려면 ")])
    func `the request for an agreement is right after a sign-up and after a sign-in`(
        language: Language,
        beginning: String
    ) {
        #expect(language.messages.text(of: .agreeToTerms).hasPrefix(beginning))
    }

    @Test func `selected sentences have their exact wording`() {
        let mismatch = FieldIssue(field: .confirmation, issue: .mismatch(with: .password))
        let short = FieldIssue(field: .password, issue: .tooShort(minimum: 8, actual: 1))
        let least = FieldIssue(field: .nickname, issue: .tooShort(minimum: 1, actual: 0))
        let korean = KoreanMessages()
        let english = EnglishMessages()

        #expect(korean.message(for: mismatch) == "비밀번호 확인이 비밀번호와 일치하지 않습니다.")
        #expect(english.message(for: mismatch) == "Password confirmation does not match your password.")
        let address = FieldIssue(field: .email, issue: .notAnEmailAddress(.shape))
        #expect(english.message(for: address) == "Enter an e-mail address, such as name@example.com.")
        #expect(korean.message(for: short) == "비밀번호는 8자 이상이어야 합니다.")
        #expect(english.message(for: short) == "Password must have at least 8 characters.")
        #expect(english.message(for: least) == "Nickname must have at least 1 character.")
        #expect(korean.message(for: FieldIssue(field: .nickname, issue: .empty)) == "닉네임을 입력해 주세요.")
        #expect(
            english.message(for: FieldIssue(field: .confirmation, issue: .empty)) == "Enter your password again."
        )
        #expect(
            korean.message(for: SignUpError.invalidInput([mismatch, short]))
                == "비밀번호 확인이 비밀번호와 일치하지 않습니다. 비밀번호는 8자 이상이어야 합니다."
        )
    }

    // MARK: Secrets

    @Test(arguments: Language.allCases, AccountField.allCases)
    func `a message quotes a forbidden character only outside secret fields`(language: Language, field: AccountField) {
        let issue = FieldIssue(field: field, issue: .forbiddenCharacter(first: "☃", at: 4))
        #expect(language.messages.message(for: issue).contains("☃") == !field.isSecret)
    }

    @Test func `the message for invalid credentials names both the ID and the password`() {
        let error = SignInError.invalidCredentials
        #expect(KoreanMessages().message(for: error) == "아이디 또는 비밀번호가 올바르지 않습니다.")
        #expect(EnglishMessages().message(for: error) == "The ID or the password is incorrect.")
    }

    @Test(
        arguments: [
            ("\u{1B}", "U+001B"), ("\u{0}", "U+0000"), ("\r\n", "U+000D"), ("\u{A0}", "U+00A0"), ("\u{200B}", "U+200B"),
            ("\u{202E}", "U+202E"), ("\u{301}", "U+0301"), ("\u{E000}", "U+E000"), ("\u{E0041}", "U+E0041"),
            (Character("a" + String(repeating: "\u{301}", count: 100_000)), "U+0061"),
        ] as [(Character, String)]
    )
    func `an unprintable character besides a space is shown by its code point`(character: Character, code: String) {
        let issue = FieldIssue(field: .id, issue: .forbiddenCharacter(first: character, at: 0))
        let text = EnglishMessages().message(for: issue)
        #expect(text == "ID must not contain “\(code)”.")
        let space = FieldIssue(field: .id, issue: .forbiddenCharacter(first: " ", at: 0))
        #expect(EnglishMessages().message(for: space) == "ID must not contain spaces.")
    }

    @Test(arguments: ["a", "%", "é", "한", "\u{1112}\u{1161}\u{11AB}", "☃", "👩‍👩‍👧‍👦", "❤️"] as [Character])
    func `a printable character is quoted in the message`(character: Character) {
        let issue = FieldIssue(field: .id, issue: .forbiddenCharacter(first: character, at: 0))
        #expect(EnglishMessages().message(for: issue).contains(character))
    }
}

/// A Korean catalog that replaces the label of one field.
private struct KoreanShop: KoreanMessageCatalog {
    func label(of field: AccountField) -> String { field == .id ? "이메일 PIN" : KoreanMessages().label(of: field) }
}

private struct EnglishShop: EnglishMessageCatalog {
    func label(of field: AccountField) -> String { field == .id ? "Shop name" : EnglishMessages().label(of: field) }

    func message(for error: SignInError) -> String {
        error == .invalidCredentials ? "Do we know you?" : EnglishMessages().message(for: error)
    }
}

struct ReplacedMessagesTests {
    @Test func `a replaced label appears in every sentence that quotes it, with the correct particle`() {
        let messages: any MessageCatalog = KoreanShop()
        let short = FieldIssue(field: .id, issue: .tooShort(minimum: 6, actual: 3))
        #expect(messages.label(of: .id) == "이메일 PIN")
        #expect(messages.message(for: short) == "이메일 PIN은 6자 이상이어야 합니다.")
        #expect(messages.message(for: SignUpError.invalidInput([short])) == messages.message(for: short))
        #expect(messages.message(for: RemoteFailure.refused(.none, field: .id)) == "서버가 이메일 PIN을 받아들이지 않았습니다.")
    }

    @Test func `a replaced label starts in lowercase within an English sentence`() {
        let messages: any MessageCatalog = EnglishShop()
        #expect(messages.message(for: FieldIssue(field: .id, issue: .empty)) == "Enter your shop name.")
        #expect(messages.message(for: SignInError.invalidCredentials) == "Do we know you?")
    }

    @Test func `texts that are not replaced stay unchanged`() {
        let korean = (KoreanMessages(), KoreanShop())
        let english = (EnglishMessages(), EnglishShop())
        #expect(texts(of: korean.1) == texts(of: korean.0))
        #expect(texts(of: english.1) == texts(of: english.0))
        #expect(korean.1.language == .korean)
        #expect(english.1.language == .english)
    }

    /// Returns the texts that name no field.
    private func texts(of messages: any MessageCatalog) -> [String] {
        let kinds = MessageSamples.sentences(of: messages)
        return ["storage", "list", "unavailable", "greeting"].flatMap { kinds[$0] ?? [] }
            + ScreenName.allCases.map { messages.title(of: $0) } + ButtonName.allCases.map { messages.title(of: $0) }
            + StatusTitle.allCases.map { messages.text(of: $0) }
    }
}

struct FlowNoticeTests {
    @Test func `a sign-out has a notice only if the stored session remains`() {
        #expect(FlowNotice(SignOutOutcome.complete) == nil)
        #expect(FlowNotice(SignOutOutcome.sessionRemains(.stub())) == .sessionRemains(.stub()))
    }

    @Test func `a text with an invisible character is not said to have only control characters`() {
        let issue = FieldIssue(field: .nickname, issue: .containsControlCharacter(at: 0))
        #expect(EnglishMessages().message(for: issue).contains("control or invisible characters"))
        #expect(KoreanMessages().message(for: issue).contains("보이지 않는 문자"))
        #expect(EnglishMessages().text(of: Requirement.storable).contains("hidden characters"))
        #expect(KoreanMessages().text(of: Requirement.storable).contains("숨은 문자"))
    }
}
