public import Domain

extension KoreanWording {
    /// Names what a rule asks for, for a checklist.
    ///
    /// - Parameter requirement: What the rule asks for.
    /// - Returns: A few words, which hold or do not.
    public func text(of requirement: Requirement) -> String {
        switch requirement {
        case .notEmpty: "입력했음"
        case .length(let minimum, let maximum?): "\(minimum)~\(maximum)자"
        case .length(let minimum, nil): "\(minimum)자 이상"
        case .lowercaseLettersAndDigits: "영문 소문자와 숫자만"
        case .noLeadingDigit: "숫자로 시작하지 않음"
        case .emailAddress: "이메일 주소 형식"
        case .sameAs(let field): "‘\(label(of: field))’ 칸과 같음"
        case .storable: "저장할 수 있는 글자와 길이"
        case .noWhitespace: "공백 없음"
        case .phoneNumber(let minimum, let maximum): "숫자 \(minimum)~\(maximum)자리 전화번호"
        case .uncommon: "흔한 비밀번호가 아님"
        case .noAccountID: "아이디가 들어 있지 않음"
        case .noNickname: "닉네임이 들어 있지 않음"
        case .noContextWord: "짐작하기 쉬운 낱말이 들어 있지 않음"
        case .available: "아직 아무도 쓰지 않음"
        case .custom(let text): text
        case .all: "다음 모두"
        }
    }
}
