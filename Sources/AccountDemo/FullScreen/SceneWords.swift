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
            "Tab 이동 · Enter 누르기 · Ctrl-R 보기 · Esc 뒤로 · F2 English · Ctrl-C 끝내기",
            "Tab moves · Enter presses · Ctrl-R shows · Esc back · F2 한국어 · Ctrl-C quits"
        )
    }
}
