import App
import Domain
import Presentation

/// The words of a screen, in one language.
struct SceneWords: Sendable {
    let messages: any MessageCatalog
    let text: DemoText

    init(_ language: Language) {
        messages = language.messages
        text = DemoText(language)
    }

    var language: Language { text.language }

    /// What is awaited since some time, and how to give it up.
    func progress(_ elapsed: Duration) -> String {
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        let seconds = Int(elapsed.components.seconds)
        let step = Int(elapsed / .milliseconds(100))
        return frames[step % frames.count] + " "
            + text.pick("\(seconds)초 지남 · Esc로 중지", "\(seconds) s · Esc stops it")
    }

    /// How long somebody still has to wait.
    func wait(_ remaining: Duration) -> String {
        let seconds = remaining.components.seconds
        return text.pick("\(seconds)초 뒤에 다시 시도하세요.", "Try again in \(seconds) s.")
    }

    var restoring: String { text.pick("로그인 정보를 확인하는 중입니다…", "Looking for a remembered session…") }

    var help: String {
        text.pick(
            "Ctrl-C 끝내기 · Esc 뒤로 · Tab 이동 · Enter · ^R 보기 · F2 English · F3 프리셋",
            "Ctrl-C quits · Esc back · Tab moves · Enter · ^R shows · F2 한국어 · F3 preset"
        )
    }

    var readingHelp: String {
        text.pick("Esc 닫기 · ↑ ↓ 이동 · F2 English · Ctrl-C 끝내기", "Esc closes · ↑ ↓ move · F2 한국어 · Ctrl-C quits")
    }

    /// Where somebody is who reads.
    func place(_ line: Int, of count: Int) -> String { "\(line)/\(count)" }

    // MARK: Presets

    var choiceTitle: String { text.pick("어느 앱으로 바꿀까요?", "Which app shall it be?") }

    /// What going over to another preset means, and where the one that is selected keeps everything.
    func choiceMessage(_ preset: AppSettings.Preset?) -> String {
        guard let preset else { return text.pick("지금 앱을 계속합니다.", "Goes on with the present one.") }
        return summary(of: preset) + " " + text.pick("지금 앱은 끝납니다.", "The present one is shut down.")
    }

    private func summary(of preset: AppSettings.Preset) -> String {
        let (id, password) = PresetLauncher.knownAccount
        return switch preset {
        case .start:
            text.pick("시작 화면, 이메일 가입. 파일은 presets/start에.", "Start screen, e-mail IDs. Files in presets/start.")
        case .accounts:
            text.pick("여러 계정, 자동 로그인. 파일은 presets/accounts에.", "Several accounts. Files in presets/accounts.")
        case .shop:
            text.pick("메인 화면 먼저, 약관 동의. 파일은 presets/shop에.", "Main screen first, terms. Files in presets/shop.")
        case .signIn:
            text.pick(
                "프로그램 안의 서버. 아이디 \(id), 비밀번호 \(password).",
                "A server in the program: ID \(id), password \(password)."
            )
        case .remote:
            text.pick("프로그램 안의 서버에 가입하고 로그인.", "Signs up at a server in the program.")
        }
    }
}
