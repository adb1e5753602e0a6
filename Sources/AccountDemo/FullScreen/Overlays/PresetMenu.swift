import App
import Presentation

extension Menu {
    /// The choice of another app.
    ///
    /// - Parameters:
    ///   - present: The preset of the running app, if any.
    ///   - first: The preset with which the program was started, if any; its files are in the folder of the program.
    /// - Returns: A menu of the presets.
    static func presets(present: AppSettings.Preset?, first: AppSettings.Preset?) -> Menu {
        let presets = AppSettings.Preset.allCases
        let (id, password) = LocalServer.knownAccount
        return Menu(
            key: .function(3),
            title: { $0.presetQuestion },
            lines: presets.map { preset in
                Line(
                    title: { _ in (preset == present ? "● " : "") + preset.rawValue },
                    note: { $0.summary(of: preset, isFirst: preset == first, id: id, password: password) },
                    answer: .open(preset)
                )
            } + [Line(title: { $0.messages.title(of: .cancel) }, answer: .close)],
            remarks: { [$0.presetChange] },
            selection: present.flatMap(presets.firstIndex) ?? 0,
            belongsToScreen: false
        )
    }
}
