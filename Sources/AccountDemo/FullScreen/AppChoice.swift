package import App

/// The app that is running, of which there is one at a time, and the presets that can take its place.
@MainActor
package final class AppChoice {
    /// The app that is running.
    package private(set) var composition: AppComposition

    /// The preset that is running; nil for an app that is none.
    package private(set) var preset: AppSettings.Preset?

    private let make: @MainActor (AppSettings.Preset) -> AppComposition

    /// Begins with an app.
    ///
    /// - Parameters:
    ///   - composition: The app to begin with.
    ///   - preset: The preset that it is, if it is one.
    ///   - launch: Wires the app of a preset, in a place of its own.
    package init(
        _ composition: AppComposition,
        preset: AppSettings.Preset? = nil,
        launch: @escaping @MainActor (AppSettings.Preset) -> AppComposition
    ) {
        self.composition = composition
        self.preset = preset
        make = launch
    }

    /// Shuts down the app that is running, and goes on with that of a preset.
    package func launch(_ preset: AppSettings.Preset) async {
        await composition.shutDown()
        composition = make(preset)
        self.preset = preset
    }

    /// Shuts down the app that is running.
    package func shutDown() async { await composition.shutDown() }
}
