package import App

/// The app that is running, of which there is one at a time, and the presets that can take its place.
@MainActor
package final class AppChoice {
    /// The app that is running.
    package private(set) var composition: AppComposition

    private let make: @MainActor (AppSettings.Preset) -> AppComposition

    /// Begins with an app.
    ///
    /// - Parameters:
    ///   - composition: The app to begin with.
    ///   - launch: Wires the app of a preset, in a place of its own.
    package init(
        _ composition: AppComposition,
        launch: @escaping @MainActor (AppSettings.Preset) -> AppComposition
    ) {
        self.composition = composition
        make = launch
    }

    /// Shuts down the app that is running, and goes on with that of a preset.
    package func launch(_ preset: AppSettings.Preset) async {
        await composition.shutDown()
        composition = make(preset)
    }

    /// Shuts down the app that is running.
    package func shutDown() async { await composition.shutDown() }
}
