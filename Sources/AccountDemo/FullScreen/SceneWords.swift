import App
import Domain
import Presentation

/// The words of a screen, in one language.
struct SceneWords: Sendable {
    let messages: any MessageCatalog
    let text: any DemoText

    init(_ language: Language) {
        messages = language.messages
        text = language.demoText
    }

    var language: Language { text.language }

    /// How long an operation takes already, and how to stop it.
    func progress(_ elapsed: Duration) -> String {
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        let step = Int(elapsed / .milliseconds(100))
        return frames[step % frames.count] + " " + text.elapsed(Int(elapsed.components.seconds))
    }

    /// How long the user still has to wait.
    func wait(_ remaining: Duration) -> String { text.retry(in: Int(remaining.components.seconds)) }

    var restoring: String { text.restoring }
    var help: String { text.keys }
    var readingHelp: String { text.readingKeys }

    /// The current line of a text that is read.
    func place(_ line: Int, of count: Int) -> String { "\(line)/\(count)" }

    var choiceTitle: String { text.presetQuestion }

    /// What opening a preset means, or staying where it is nil.
    func choiceMessage(_ preset: AppSettings.Preset?) -> String {
        let (id, password) = PresetLauncher.knownAccount
        return preset.map { text.presetChange(to: $0, id: id, password: password) } ?? text.presetStays
    }
}
