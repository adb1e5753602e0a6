import App
import Presentation

/// The choice of another app.
struct PresetMenu: Overlay {
    /// The preset of the running app, if any.
    let present: AppSettings.Preset?

    /// The index of the selected preset; the one after the last preset is Cancel.
    private var selection: Int

    private static var presets: [AppSettings.Preset] { AppSettings.Preset.allCases }

    init(present: AppSettings.Preset?) {
        self.present = present
        selection = present.flatMap(Self.presets.firstIndex) ?? 0
    }

    var belongsToScreen: Bool { false }

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        let (id, password) = LocalServer.knownAccount
        content.alert = ScreenContent.Alert(
            title: text.presetQuestion,
            message: Self.presets.indices.contains(selection)
                ? text.presetChange(to: Self.presets[selection], id: id, password: password) : text.presetStays,
            buttons: Self.presets.map { ($0 == present ? "● " : "") + $0.rawValue } + [
                text.messages.title(of: .cancel)
            ],
            selection: selection
        )
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
