public import Domain

/// The Korean texts; an app can replace any of them, as ``EnglishMessageCatalog`` describes.
public protocol KoreanMessageCatalog: MessageCatalog {}

/// The texts in Korean.
public struct KoreanMessages: KoreanMessageCatalog {
    /// Creates the catalog.
    public init() {}
}

extension KoreanMessageCatalog {
    public var language: Language { .korean }

    public func title(of screen: ScreenName) -> String {
        switch screen {
        case .start: "시작"
        case .signUp: "회원가입"
        case .signIn: "로그인"
        case .challenge: "확인 단계"
        case .passwordReset: "비밀번호 찾기"
        case .agreement: "약관 동의"
        case .main: "메인"
        case .account: "계정"
        case .profile: "프로필"
        case .totp: "인증 앱"
        case .accounts: "계정 전환"
        case .welcome: "환영합니다"
        }
    }

    public func title(of button: ButtonName) -> String {
        switch button {
        case .start: "시작하기"
        case .signUp: "가입하기"
        case .signIn: "로그인"
        case .remember: "로그인 상태 유지"
        case .signOut: "로그아웃"
        case .signOutAll: "모든 계정에서 로그아웃"
        case .addAccount: "계정 추가"
        case .submitCode: "계속"
        case .confirmAddress: "주소 확인"
        case .forgotPassword: "비밀번호를 잊으셨나요?"
        case .requestCode: "코드 받기"
        case .resendCode: "다시 보내기"
        case .enterCode: "코드가 있습니다"
        case .changeID: "다른 계정"
        case .setPassword: "새 비밀번호 저장"
        case .makeRecoveryCode: "새 복구 코드"
        case .exportAccount: "내 정보 내려받기"
        case .deleteAccount: "회원탈퇴"
        case .changePassword: "비밀번호 변경"
        case .account: "계정"
        case .profile: "프로필"
        case .totp: "인증 앱"
        case .beginTOTP: "설정하기"
        case .enableTOTP: "켜기"
        case .disableTOTP: "끄기"
        case .save: "저장"
        case .revert: "되돌리기"
        case .agree: "동의"
        case .terms: "약관 보기"
        case .reveal: "비밀번호 표시"
        case .obscure: "비밀번호 숨기기"
        case .confirm: "확인"
        case .cancel: "취소"
        case .retry: "다시 시도"
        case .startOver: "새로 시작"
        case .back: "뒤로"
        }
    }

    public func label(of field: AccountField) -> String {
        switch field {
        case .id: "아이디"
        case .password: "비밀번호"
        case .confirmation: "비밀번호 확인"
        case .nickname: "닉네임"
        case .name: "이름"
        case .email: "이메일"
        case .phone: "전화번호"
        case .currentPassword: "현재 비밀번호"
        case .code: "코드"
        }
    }

    public func label(ofNew field: AccountField) -> String {
        switch field {
        case .password: "새 비밀번호"
        case .confirmation: "새 비밀번호 확인"
        default: label(of: field)
        }
    }

    public func text(of title: StatusTitle) -> String {
        switch title {
        case .signedIn: "로그인 성공"
        case .signInFailed: "로그인에 실패했습니다."
        case .termsRequired: "약관 동의 필요"
        case .recoveryCode: "복구 코드"
        case .accountDeletion: "회원탈퇴"
        case .notice: "알림"
        case .startingOver: "새로 시작할까요?"
        case .signUpFailed: "회원가입 실패"
        }
    }

    public func text(of prompt: Prompt) -> String {
        switch prompt {
        case .agreeToTerms: "계속하려면 자동 로그인 약관에 동의해 주세요."
        case .requestCode: "계정이 있으면 코드가 담긴 메시지를 보냅니다."
        case .enterCode: "계정이 있다면 메시지가 발송되었습니다. 메시지의 코드나 링크를 입력하고 새 비밀번호를 정해 주세요."
        case .enterReceivedCode: "메시지의 코드나 링크를 입력하고 새 비밀번호를 정해 주세요."
        case .enterRecoveryCode: "아이디와 보관해 둔 복구 코드를 입력하고 새 비밀번호를 정해 주세요."
        case .beginTOTP:
            "로그인할 때 인증 앱의 코드도 요구할 수 있습니다. 설정하려면 비밀번호를 입력해 주세요."
        case .confirmTOTP:
            "인증 앱으로 QR 코드를 찍거나 키를 입력한 다음, 앱에 표시된 코드를 입력해 주세요."
        case .disableTOTP:
            "로그인할 때 인증 앱의 코드를 요구합니다. 끄려면 비밀번호와 코드 또는 복구 코드를 입력해 주세요."
        case .passwordSet: "비밀번호를 변경했습니다. 새 비밀번호로 로그인해 주세요."
        case .passwordNeeded: "다음은 현재 비밀번호가 필요합니다."
        case .startOver: "이 정보 없이 새로 시작할 수 있습니다. 파일은 다른 이름으로 보관됩니다."
        }
    }

    public func text(of requirement: Requirement) -> String {
        switch requirement {
        case .notEmpty: "필수 입력"
        case .length(let minimum, let maximum?): "\(minimum)~\(maximum)자"
        case .length(let minimum, nil): "\(minimum)자 이상"
        case .lowercaseLettersAndDigits: "영문 소문자와 숫자만 사용"
        case .noLeadingDigit: "숫자로 시작하지 않음"
        case .emailAddress: "이메일 주소 형식"
        case .sameAs(.password): "같은 비밀번호"
        case .sameAs(let field): "\(label(of: field).with(.with)) 일치"
        case .storable: "너무 길지 않고 숨은 문자 없음"
        case .noWhitespace: "공백 없음"
        case .phoneNumber(let minimum, let maximum): "숫자 \(minimum)~\(maximum)자리 전화번호"
        case .uncommon: "흔한 비밀번호가 아님"
        case .noAccountID: "아이디를 포함하지 않음"
        case .noNickname: "닉네임을 포함하지 않음"
        case .noContextWord: "쉽게 추측할 수 있는 단어를 포함하지 않음"
        case .available: "사용 가능한 아이디"
        case .local(let requirement): "@ 앞부분 \(text(of: requirement))"
        case .custom(let text): text
        case .all: "다음 모두"
        }
    }

    public func text(of status: ChecklistItem.Status) -> String {
        switch status {
        case .satisfied: "충족됨"
        case .violated: "충족되지 않음"
        case .pending: "아직 충족되지 않음"
        }
    }

    public func greeting(to name: String) -> String { "\(name) 님 환영합니다." }

    public func message(for issue: FieldIssue) -> String {
        message(for: issue, about: label(of: issue.field))
    }

    private func message(for issue: FieldIssue, about label: String) -> String {
        switch issue.issue {
        case .empty where issue.field == .confirmation: "비밀번호를 한 번 더 입력해 주세요."
        case .empty: "\(label.with(.object)) 입력해 주세요."
        case .tooShort(let minimum, _): "\(label.with(.topic)) \(minimum)자 이상이어야 합니다."
        case .tooLong(let maximum, _): "\(label.with(.topic)) \(maximum)자 이하여야 합니다."
        case .tooManyBytes: "\(label.with(.subject)) 너무 깁니다."
        case .containsWhitespace, .forbiddenCharacter(" ", _): "\(label)에는 공백을 사용할 수 없습니다."
        case .forbiddenCharacter(let first?, _) where !issue.field.isSecret:
            "\(label)에는 ‘\(first.visible)’ 문자를 사용할 수 없습니다."
        case .forbiddenCharacter(_, let position): "\(label)의 \(position + 1)번째 글자는 사용할 수 없습니다."
        case .startsWithDigit: "\(label.with(.topic)) 숫자로 시작할 수 없습니다."
        case .containsControlCharacter where issue.field.isSecret: "\(label)에는 제어 문자를 사용할 수 없습니다."
        case .containsControlCharacter: "\(label)에는 제어 문자나 보이지 않는 문자를 사용할 수 없습니다."
        case .notAnEmailAddress(.shape): "\(label.with(.object)) 이메일 주소 형식으로 입력해 주세요."
        case .notAnEmailAddress(.local): "\(label)의 @ 앞부분이 올바르지 않습니다."
        case .notAnEmailAddress(.domain): "\(label)의 @ 뒷부분이 올바르지 않습니다."
        case .local(let local): message(for: FieldIssue(field: issue.field, issue: local), about: "@ 앞부분")
        case .mismatch(let other): "\(label.with(.subject)) \(self.label(of: other).with(.with)) 일치하지 않습니다."
        case .tooFewDigits(let minimum, _): "\(label)에는 숫자를 \(minimum)개 이상 입력해 주세요."
        case .tooManyDigits(let maximum, _): "\(label)에는 숫자를 \(maximum)개까지 입력할 수 있습니다."
        case .tooCommon: "\(label.with(.topic)) 추측하기 쉽습니다. 다르게 입력해 주세요."
        case .containsAccountID: "\(label)에는 아이디를 포함할 수 없습니다."
        case .containsNickname: "\(label)에는 닉네임을 포함할 수 없습니다."
        case .containsContextWord: "\(label)에는 서비스 이름처럼 쉽게 추측할 수 있는 단어를 포함할 수 없습니다."
        case .custom(let text): text
        case .taken: "\(label.with(.topic)) 이미 사용 중입니다. 다르게 입력해 주세요."
        }
    }

    public func message(for error: SignUpError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .duplicateAccount: "이미 사용 중인 아이디입니다. 다른 아이디를 입력해 주세요."
        case .termsRequired: text(of: .agreeToTerms)
        case .tooManyAccounts: tooManyAccounts
        case .accountDeleted: "가입은 완료되었지만 그사이에 계정이 삭제되었습니다."
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "가입되었는지 확인하지 못했습니다. \(message(for: failure))"
        case .service(let failure): message(for: failure)
        }
    }

    public func message(for error: SignInError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .termsRequired: text(of: .agreeToTerms)
        case .invalidCredentials: "아이디 또는 비밀번호가 올바르지 않습니다."
        case .tooManyAccounts: tooManyAccounts
        case .throttled(.until): "로그인에 여러 번 실패했습니다. 잠시 후 다시 시도해 주세요."
        case .throttled(.banned): "로그인에 너무 많이 실패하여 이 아이디가 잠겼습니다."
        case .service(let failure): message(for: failure)
        }
    }

    private var tooManyAccounts: String {
        "이 기기에서는 계정 \(StoredSessions.limit)개까지 로그인할 수 있습니다. 먼저 하나를 로그아웃해 주세요."
    }

    public func message(for error: ChangePasswordError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .wrongPassword: "현재 비밀번호가 올바르지 않습니다."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .termsRequired: text(of: .agreeToTerms)
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "비밀번호가 변경되었는지 확인하지 못했습니다. \(message(for: failure))"
        case .service(let failure): "비밀번호를 변경하지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(for error: UpdateProfileError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .conflict(let conflict):
            "그사이 다른 곳에서 프로필이 바뀌었습니다: \(labels(of: conflict.fields)). "
                + "덮어쓰려면 다시 저장하고, 바뀐 내용을 보려면 되돌려 주세요."
        case .sessionEnded: "로그인이 끝나 프로필을 변경하지 못했습니다. 다시 로그인해 주세요."
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "프로필이 변경되었는지 확인하지 못했습니다. \(message(for: failure))"
        case .service(let failure): "프로필을 변경하지 못했습니다. \(message(for: failure))"
        }
    }

    private func throttled(isBanned: Bool) -> String {
        isBanned
            ? "비밀번호를 너무 많이 잘못 입력하여 이 아이디가 잠겼습니다."
            : "비밀번호를 여러 번 잘못 입력했습니다. 잠시 후 다시 시도해 주세요."
    }

    private func labels(of fields: [AccountField]) -> String { fields.map { label(of: $0) }.joined(separator: ", ") }

    public func message(for code: RecoveryCode) -> String {
        "새 복구 코드: \(code.revealed)\n안전한 곳에 보관해 주세요. 다시 표시되지 않으며, 비밀번호를 잊었거나 인증 앱을 잃어버렸을 때 한 번 쓸 수 있습니다."
    }

    public func message(for error: RequestPasswordResetError) -> String {
        switch error {
        case .throttled: "방금 메시지를 요청했습니다. 잠시 후 다시 요청해 주세요."
        case .service(let failure): notSent(failure)
        }
    }

    private func notSent(_ failure: AccountServiceFailure) -> String {
        failure.leavesOutcomeUnknown
            ? "메시지를 보냈는지 확인하지 못했습니다. 다시 요청하기 전에 메시지가 왔는지 확인해 주세요. \(cause(of: failure))"
            : "메시지를 요청하지 못했습니다. \(message(for: failure))"
    }

    /// Returns why an outcome is unknown, without the advice to try again.
    private func cause(of failure: AccountServiceFailure) -> String {
        failure == .remote(.outcomeUnknown) ? "서버의 응답을 받지 못했습니다." : message(for: failure)
    }

    public func message(for error: ConfirmPasswordResetError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .wrongCode: "코드가 틀렸거나 이미 사용되었거나, 없는 계정입니다."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "비밀번호가 변경되었는지 확인하지 못했습니다. 새 비밀번호로 로그인하여 확인해 주세요. \(cause(of: failure))"
        case .service(let failure): "비밀번호를 변경하지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(for challenge: Challenge) -> String {
        let known = challenge.knownAddress
        return switch (challenge.kind, challenge.purpose) {
        case (.link(let address), .addressConfirmation):
            "\(sent(to: address ?? known)) 메시지의 링크로 주소를 확인해 주세요. 링크를 코드 칸에 붙여 넣을 수 있습니다."
        case (.code(_, let address), .addressConfirmation): "\(sent(to: address ?? known)) 메시지의 코드로 주소를 확인해 주세요."
        case (.link(let address), .secondFactor): "\(sent(to: address)) 메시지의 링크로 로그인해 주세요."
        case (.code(_, let address), .secondFactor): "\(sent(to: address)) 메시지의 코드를 입력해 주세요."
        case (.totp, _) where challenge.acceptsRecoveryCode:
            "인증 앱에 표시된 코드를 입력해 주세요. 앱을 잃어버렸다면 복구 코드를 입력해 주세요. 그러면 인증 앱 사용이 해제됩니다."
        case (.totp, _): "인증 앱에 표시된 코드를 입력해 주세요."
        }
    }

    private func sent(to address: String?) -> String { address.map { "\($0)에 보낸" } ?? "보내 드린" }

    public func message(for error: AnswerChallengeError, of challenge: Challenge?) -> String {
        switch (error, challenge?.kind) {
        case (.wrong(nil), .link): "링크가 올바르지 않거나 이미 사용되었습니다."
        case (.wrong(nil), _): "코드가 올바르지 않습니다."
        case (.wrong(let left?), _): "코드가 올바르지 않습니다. \(left)번 더 시도할 수 있습니다."
        case (.expired, _?) where challenge?.resendAt == nil: "이 단계의 시간이 지났습니다. 다시 로그인해 주세요."
        case (.expired, _): "메시지의 유효 시간이 지났습니다. 새 메시지를 요청해 주세요."
        case (.used, .link): "이미 사용한 링크입니다."
        case (.used, _): "이미 사용한 코드입니다."
        case (.tooManyAttempts, _): "잘못된 코드를 너무 많이 입력했습니다. 다시 로그인해 주세요."
        case (.throttled(nil), _): "시도 횟수가 너무 많습니다. 나중에 다시 시도해 주세요."
        case (.throttled, _): "시도 횟수가 너무 많습니다. 잠시 기다린 뒤 다시 시도해 주세요."
        case (.unknown, _): "이전 로그인의 코드입니다. 다시 로그인해 주세요."
        case (.termsRequired(let documents), _): message(for: SignInError.termsRequired(documents))
        case (.tooManyAccounts, _): message(for: SignInError.tooManyAccounts)
        case (.service(let failure), _) where failure.leavesOutcomeUnknown:
            "코드가 승인되었는지 확인하지 못했습니다. 로그인하여 확인해 주세요. \(cause(of: failure))"
        case (.service(let failure), _): "코드를 확인하지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(for error: ResendError) -> String {
        switch error {
        case .throttled(nil): "시도 횟수가 너무 많습니다. 나중에 다시 시도해 주세요."
        case .throttled: "시도 횟수가 너무 많습니다. 잠시 기다린 뒤 다시 시도해 주세요."
        case .unknown: "이전 로그인의 메시지입니다. 다시 로그인해 주세요."
        case .service(let failure): notSent(failure)
        }
    }

    public func message(for error: MakeRecoveryCodeError) -> String {
        switch error {
        case .wrongPassword: "현재 비밀번호가 올바르지 않습니다."
        case .codeRequired: "새 복구 코드를 만들려면 인증 앱의 코드도 필요합니다. ‘인증 앱’을 눌러 만들어 주세요."
        case .wrongCode: message(for: TOTPError.wrongCode)
        case .usedCode: message(for: TOTPError.usedCode)
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure): "복구 코드를 만들지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(for error: TOTPError) -> String {
        switch error {
        case .wrongPassword: "현재 비밀번호가 올바르지 않습니다."
        case .wrongCode: "인증 코드가 올바르지 않습니다. 인증 앱이 있는 기기의 시각을 확인해 주세요."
        case .usedCode: "이미 사용했거나 그보다 오래된 인증 코드입니다. 다음 코드를 기다려 주세요."
        case .alreadyEnabled: "로그인할 때 이미 인증 앱의 코드를 사용하고 있습니다."
        case .notEnabled: "로그인할 때 인증 앱의 코드를 사용하지 않습니다."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure): "변경하지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(for error: ExportAccountError) -> String {
        switch error {
        case .wrongPassword: "현재 비밀번호가 올바르지 않습니다."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .sessionEnded: "로그인이 끝나 내 정보를 내보내지 못했습니다. 다시 로그인해 주세요."
        case .eventsUnreadable: "보안 기록을 읽을 수 없어 내 정보를 내보내지 못했습니다."
        case .service(let failure): "내 정보를 내보내지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(forDeletionOf id: AccountID) -> String {
        "탈퇴하면 \(id) 계정을 복구할 수 없습니다. 탈퇴하려면 회원탈퇴를 눌러 주세요."
    }

    public func message(for error: DeleteAccountError) -> String {
        switch error {
        case .sessionEnded: "로그인이 만료되었고, 이미 탈퇴한 계정일 수 있습니다. 로그아웃해 주세요."
        case .passwordRequired: "탈퇴하려면 비밀번호를 입력해 주세요."
        case .wrongPassword: "현재 비밀번호가 올바르지 않습니다."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure): deletionFailed(failure)
        case .failedAndSignedOut(let failure, let error):
            "\(deletionFailed(failure)) 로그인 상태를 저장하지 못했으니 다시 로그인해 주세요. \(message(for: error))"
        }
    }

    private func deletionFailed(_ failure: AccountServiceFailure) -> String {
        failure.leavesOutcomeUnknown
            ? "탈퇴되었는지 확인하지 못했습니다. \(message(for: failure))"
            : "탈퇴하지 못했습니다. \(message(for: failure))"
    }

    public func message(for error: AgreeToTermsError) -> String {
        switch error {
        case .sessionEnded: "약관 동의를 저장하지 못했습니다. 삭제된 계정입니다. 로그아웃해 주세요."
        case .service(let failure): "약관 동의를 저장하지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(for error: WithdrawConsentError) -> String {
        switch error {
        case .required: "필수 동의 항목입니다. 철회하려면 탈퇴해 주세요."
        case .sessionEnded: "동의를 철회하지 못했습니다. 삭제된 계정입니다. 로그아웃해 주세요."
        case .service(let failure): "동의를 철회하지 못했습니다. \(message(for: failure))"
        }
    }

    public func message(for error: SwitchAccountError) -> String {
        switch error {
        case .notSignedIn: "이 기기에서 이미 로그아웃된 계정입니다. 로그인해 주세요."
        case .storage(let error): "계정을 전환하지 못했습니다. \(message(for: error))"
        }
    }

    public func message(for error: SessionError) -> String {
        switch error {
        case .signedOut: "로그인되어 있지 않습니다."
        case .ended: "로그인이 종료되었습니다. 다시 로그인해 주세요."
        case .service(let failure): message(for: failure)
        case .cancelled: message(for: AccountServiceFailure.cancelled)
        }
    }

    public func message(forUnlistedAccounts error: StorageError) -> String {
        "계정 목록을 불러오지 못했습니다. \(message(for: error))"
    }

    public func message(for failure: AccountServiceFailure) -> String {
        switch failure {
        case .storage(let error): message(for: error)
        case .corruptPasswordHash: "저장된 비밀번호 정보가 손상되어 확인할 수 없습니다."
        case .busy: "지금은 로그인하는 사용자가 많습니다. 잠시 후 다시 시도해 주세요."
        case .hashingUnavailable: "이 기기에서는 비밀번호를 안전하게 처리할 수 없습니다."
        case .notOffered: "이 서비스는 이 기능을 제공하지 않습니다."
        case .tokenRefused: "로그인이 만료되었습니다. 다시 로그인해 주세요."
        case .cancelled: "요청이 취소되었습니다."
        case .remote(let failure): message(for: failure)
        }
    }

    public func message(for failure: RemoteFailure) -> String {
        switch failure {
        case .refused(let refusal):
            switch (refusal.texts, refusal.fields.first) {
            case ([], let field?): "서버가 \(label(of: field).with(.object)) 받아들이지 않았습니다."
            case ([], nil): "서버가 요청을 거절했습니다."
            case (let texts, _): texts.joined(separator: " ")
            }
        case .pathError: "서버가 지원하지 않는 요청입니다. 앱을 업데이트하거나 나중에 다시 시도해 주세요."
        case .serverError: "서버에 문제가 있습니다. 나중에 다시 시도해 주세요."
        case .network(.unreachable): "서버에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도해 주세요."
        case .network(.notSecure): "서버와 안전하게 연결할 수 없어 요청을 보내지 않았습니다."
        case .network(.timedOut): "서버가 제때 응답하지 않았습니다. 잠시 후 다시 시도해 주세요."
        case .network(.broken): "서버와의 연결이 끊어졌습니다. 잠시 후 다시 시도해 주세요."
        case .network(.unavailable): "이 기기에서는 서버에 연결할 수 없습니다."
        case .throttled(let time?): "요청이 너무 많았습니다. \(seconds(time)) 후에 다시 시도해 주세요."
        case .throttled(nil): "요청이 너무 많았습니다. 나중에 다시 시도해 주세요."
        case .undecodable: "서버의 응답이 올바르지 않습니다. 앱을 업데이트하거나 나중에 다시 시도해 주세요."
        case .tokenMissing: "서버의 응답이 완전하지 않아 로그인할 수 없습니다."
        case .outcomeUnknown: "서버의 응답을 받지 못했습니다. 다시 시도하여 확인해 주세요."
        }
    }

    public func message(for error: StorageError) -> String {
        let store = name(of: error.store)
        return switch error.reason {
        case .corrupt: "저장된 \(store.with(.subject)) 손상되었습니다. 파일은 그대로 두었습니다."
        case .unsupportedVersion(let version):
            "저장된 \(store.with(.topic)) 더 새로운 형식(버전 \(version))입니다. 앱을 업데이트해 주세요."
        case .replaced: "\(store) 파일이 삭제되거나 교체되었습니다. 저장된 내용은 없습니다."
        case .busy: "다른 프로그램이 \(store.with(.object)) 사용하고 있습니다. 잠시 후 다시 시도해 주세요."
        case .unreachable: "지금은 \(store)에 연결할 수 없습니다. 나중에 다시 시도해 주세요."
        case .readOnly: "디스크나 데이터베이스가 읽기 전용이어서 \(store.with(.object)) 변경할 수 없습니다."
        case .notPermitted: "\(store)에 접근할 권한이 없습니다."
        case .full: "디스크 공간이 부족하여 \(store.with(.object)) 저장할 수 없습니다."
        case .unsafeLocation(let location): message(for: location, of: store)
        case .closed: "앱이 종료되어 \(store.with(.object)) 사용할 수 없습니다. 앱을 다시 시작해 주세요."
        case .failed(let code): "오류 코드 \(code): \(store.with(.object)) 읽거나 쓰지 못했습니다."
        }
    }

    public func message(forUnavailableSession error: StorageError) -> String {
        "로그인 상태를 확인할 수 없습니다. \(message(for: error))"
    }

    public func message(for notice: FlowNotice) -> String {
        switch notice {
        case .sessionNotSaved(let error):
            "로그인했지만 다음에 다시 로그인해야 할 수 있습니다. \(message(for: error))"
        case .notStartedOver(let error): "새로 시작하지 못했습니다. \(message(for: error))"
        case .sessionUncertain:
            "기기의 시계가 맞지 않는 것 같아 로그인 상태를 확인할 수 없습니다. "
                + "시계를 맞추고 앱을 다시 시작하거나 로그인해 주세요."
        case .sessionRemains(let error):
            "로그아웃했지만 다음 실행 때 다시 로그인될 수 있습니다. \(message(for: error))"
        case .profileNotStored(let error):
            "프로필을 변경했지만 다음 실행 때 이 기기에 이전 내용이 보일 수 있습니다. \(message(for: error))"
        case .confirmationNeeded(let challenge): "프로필을 변경했습니다. \(message(for: challenge))"
        case .sessionEnded(.refused): "서버에서 로그인을 종료했습니다. 다시 로그인해 주세요."
        case .sessionEnded(.expired): "로그인이 만료되었습니다. 다시 로그인해 주세요."
        case .sessionEnded: "다른 창이나 프로그램에서 로그아웃되었습니다. 다시 로그인해 주세요."
        case .addressConfirmed: "주소를 확인했습니다."
        case .secondFactorEnded:
            "복구 코드를 사용하여 이제 로그인할 때 인증 앱의 코드가 필요하지 않습니다. 복구 코드를 새로 만들어 주세요."
        case .recoveryCodeUsed: "복구 코드를 사용했으며 다른 복구 코드는 없습니다. 로그인한 뒤 새로 만들어 주세요."
        case .passwordChanged: "비밀번호를 변경했습니다."
        case .passwordChangedAndSignedOut: "비밀번호는 변경되었지만, 로그인이 끝났습니다. 새 비밀번호로 로그인해 주세요."
        case .profileChanged: "프로필을 변경했습니다."
        case .notSignedIn(nil): "코드는 승인되었지만 로그인하지 못했습니다. 다시 로그인해 주세요."
        case .notSignedIn(let error?):
            "코드는 승인되었지만 약관 동의를 저장하지 못했습니다. \(message(for: error)) 다시 로그인해 주세요."
        case .signedIn: "로그인했습니다."
        case .signInRequired: "가입했습니다. 로그인해 주세요."
        case .signInCancelled: "가입은 완료되었지만 로그인이 취소되었습니다. 로그인해 주세요."
        case .agreementNotSaved(let error):
            "가입은 완료되었지만 약관 동의를 저장하지 못했습니다. \(message(for: error)) 로그인해 주세요."
        case .outcomeHidden: "가입 신청을 접수했습니다. 이 아이디와 비밀번호로 로그인해 주세요."
        }
    }

    private func message(for issues: [FieldIssue]) -> String {
        issues.isEmpty ? "입력한 내용을 확인해 주세요." : issues.map { message(for: $0) }.joined(separator: " ")
    }

    /// Returns a time in whole seconds, rounded up.
    private func seconds(_ time: Duration) -> String { "\(time.wholeSeconds)초" }

    private func message(for location: StorageError.UnsafeLocation, of store: String) -> String {
        let reason =
            switch location {
            case .invalidPath: "올바른 경로가 아닙니다."
            case .link: "심볼릭 링크가 있습니다. 링크가 가리키는 폴더나 파일을 직접 사용해 주세요."
            case .notAFolder: "폴더가 아닙니다."
            case .notAFile: "파일 자리에 다른 것이 있습니다."
            case .anotherOwner: "다른 사용자의 것입니다."
            case .secondName: "다른 이름이 있는 파일이 있습니다."
            case .otherFiles: "다른 사람이 접근할 수 있고 다른 파일도 있습니다. 전용 폴더를 지정해 주세요."
            case .writableByOthers: "다른 사람이 파일을 쓸 수 있습니다. 전용 폴더를 지정해 주세요."
            }
        return "\(store.with(.object)) 저장할 위치가 안전하지 않습니다. \(reason)"
    }

    private func name(of store: StorageError.Store) -> String {
        switch store {
        case .accounts: "계정 정보"
        case .session: "로그인 정보"
        case .consents: "약관 동의 기록"
        case .pendingOperations: "요청 기록"
        case .attempts: "로그인 시도 기록"
        }
    }
}
