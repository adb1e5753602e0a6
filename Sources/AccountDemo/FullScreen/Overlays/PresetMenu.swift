import App
import Presentation

extension Menu {
    /// The choice of another app.
    static func presets(
        present: AppSettings.Preset?,
        location: @escaping @MainActor (AppSettings.Preset) -> AccountLocation
    ) -> Menu {
        let presets = AppSettings.Preset.allCases
        return Menu(
            key: .function(3),
            title: { $0.presetQuestion },
            lines: presets.map { preset in
                Line(
                    title: { _ in (preset == present ? "● " : "○ ") + preset.rawValue },
                    note: { $0.summary(of: preset) + " " + $0.sentence(about: location(preset)) },
                    answer: .open(preset)
                )
            } + [Line(title: { $0.messages.title(of: .cancel) }, answer: .close)],
            remarks: { [$0.presetChange] },
            selection: present.flatMap(presets.firstIndex) ?? 0
        )
    }
}
