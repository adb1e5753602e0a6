import Domain
package import Presentation

/// What the program itself says, in the two languages that it speaks; screens and errors are worded by Presentation.
package struct DemoText: Sendable {
    /// The language spoken.
    package let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    /// The language that the environment asks for, English unless it is Korean.
    ///
    /// - Parameter environment: The environment of the process; the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is
    ///   not empty counts, as POSIX has it.
    /// - Returns: The language.
    package static func language(of environment: [String: String]) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return locale?.hasPrefix("ko") == true ? .korean : .english
    }

    func pick(_ korean: String, _ english: String) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }

    /// The codes of all languages, with something between them.
    static func languages(_ separator: String) -> String {
        Language.allCases.map(\.rawValue).joined(separator: separator)
    }

    var passwordPrompt: String { pick("비밀번호: ", "Password: ") }

    var repeatPrompt: String { pick("비밀번호 확인: ", "Password again: ") }

    var currentPasswordPrompt: String { pick("현재 비밀번호: ", "Current password: ") }

    var newPasswordPrompt: String { pick("새 비밀번호: ", "New password: ") }

    func passwordChanged(_ id: AccountID) -> String {
        pick("비밀번호를 바꾸었습니다: \(id)", "The password of \(id) is changed.")
    }

    func signedUp(_ session: Session) -> String {
        pick("가입했습니다: \(session.accountID)", "Signed up as \(session.accountID).")
    }

    func signedIn(_ session: Session) -> String {
        pick("로그인했습니다: \(session.accountID)", "Signed in as \(session.accountID).")
    }

    func notRemembered() -> String {
        pick("다음 실행 때는 다시 로그인해야 합니다.", "The next launch will ask to sign in again.")
    }

    func isSignedIn(_ session: Session) -> String {
        pick("로그인되어 있습니다: \(session.accountID)", "\(session.accountID) is signed in.")
    }

    func retryAfter(_ seconds: Int) -> String {
        pick("\(seconds)초 뒤에 다시 할 수 있습니다.", "Try again in \(seconds) \(seconds == 1 ? "second" : "seconds").")
    }

    var nobodySignedIn: String { pick("로그인되어 있지 않습니다.", "Nobody is signed in.") }

    var signedOut: String { pick("로그아웃했습니다.", "Signed out.") }

    func deleted(_ id: AccountID) -> String {
        pick("탈퇴했습니다: \(id). 같은 아이디로 다시 가입할 수 있습니다.", "\(id) is deleted; the ID is free again.")
    }

    func accountCount(_ count: Int) -> String {
        switch (language, count) {
        case (.korean, _): "계정 \(count)개"
        case (.english, 0): "No accounts."
        case (.english, 1): "1 account"
        case (.english, _): "\(count) accounts"
        }
    }

    func passwordInput(_ error: PasswordInputError) -> String {
        switch error {
        case .endOfInput: pick("표준 입력에 비밀번호가 없습니다.", "There is no password on standard input.")
        case .notUnicode: pick("비밀번호가 올바른 UTF-8이 아닙니다.", "The password is not valid UTF-8.")
        case .tooLong: pick("비밀번호가 너무 깁니다.", "The password is too long.")
        case .mismatch: pick("두 비밀번호가 서로 다릅니다.", "The two passwords differ.")
        case .interrupted: pick("취소했습니다.", "Cancelled.")
        }
    }

    func storeAbsent(_ store: StorageError.Store) -> String {
        pick("\(name(of: store)): 아직 없음", "\(name(of: store)): nothing stored yet")
    }

    func storeReadable(_ store: StorageError.Store, version: Int, records: Int) -> String {
        pick(
            "\(name(of: store)): 이상 없음, 형식 \(version), 기록 \(records)개",
            "\(name(of: store)): sound, format \(version), \(records) \(records == 1 ? "record" : "records")"
        )
    }

    private func name(of store: StorageError.Store) -> String {
        switch store {
        case .accounts: pick("계정", "accounts")
        case .session: pick("세션", "session")
        case .consents: pick("동의", "consents")
        case .pendingOperations: pick("요청", "requests")
        case .attempts: pick("로그인 시도", "sign-in attempts")
        }
    }

    func enabled(_ isEnabled: Bool) -> String {
        isEnabled ? pick("사용 가능", "enabled") : pick("사용 불가", "disabled")
    }

    func folder(_ path: String) -> String {
        pick("폴더: \(shown(path, maximum: 1_024))", "Folder: \(shown(path, maximum: 1_024))")
    }
}
