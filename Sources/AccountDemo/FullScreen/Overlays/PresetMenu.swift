import App
import Presentation

/// The choice of another app.
struct PresetMenu: Overlay {
    /// The preset of the running app, if any.
    let present: AppSettings.Preset?

    /// The preset with which the program was started, if any.
    let first: AppSettings.Preset?

    /// The index of the selected preset; the one after the last preset is Cancel.
    private var selection: Int

    private static var presets: [AppSettings.Preset] { AppSettings.Preset.allCases }

    init(present: AppSettings.Preset?, first: AppSettings.Preset?) {
        self.present = present
        self.first = first
        selection = present.flatMap(Self.presets.firstIndex) ?? 0
    }

    var belongsToScreen: Bool { false }

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        let (id, password) = LocalServer.knownAccount
        let preset = Self.presets.indices.contains(selection) ? Self.presets[selection] : nil
        content.alert = ScreenContent.Alert(
            title: text.presetQuestion,
            message: preset.map { text.presetChange(to: $0, isFirst: $0 == first, id: id, password: password) }
                ?? text.presetStays,
            buttons: Self.presets.map { ($0 == present ? "● " : "") + $0.rawValue } + [
                text.messages.title(of: .cancel)
            ],
            selection: selection
        )
        content.help = text.hints(KeyHint.onAlert())
    }

    mutating func press(_ key: Key, in text: any DemoText) -> OverlayAnswer {
        if let moved = key.moved(selection, of: Self.presets.count + 1) {
            selection = moved
            return .stay
        }
        guard key.isPress else { return key == .escape ? .close : .stay }
        return Self.presets.indices.contains(selection) ? .open(Self.presets[selection]) : .close
    }

    mutating func select(_ place: Int) { selection = place }
}
