import AccountDemo
import App
import Domain
import Persistence
import Presentation
import Validation

extension AppConfiguration {
    /// The preset `start`, with passwords that are hashed at the least cost.
    static let quick: AppConfiguration = {
        var configuration = AppConfiguration.start
        configuration.hashingCost = .minimal
        return configuration
    }()
}

extension FullScreenApp {
    /// An app in memory that is launched already, with cheap hashes, and that asks nobody whether an ID is free.
    static func stub(
        _ preset: AppConfiguration = AppConfiguration(policy: .emailLocalPart),
        hasher: (any PasswordHasher)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        availabilityPause: Duration? = nil,
        language: Language = .english
    ) async -> FullScreenApp {
        var configuration = preset
        configuration.hashingCost = .minimal
        configuration.availabilityPause = availabilityPause
        let composition = AppComposition(
            configuration,
            repositories: Repositories(),
            hasher: hasher,
            clock: clock
        )
        let app = FullScreenApp(composition, language: language) { _ in composition }
        await app.launch()
        return app
    }

    /// Presses one key after the other, and waits until each has done all it does.
    func type(_ keys: [Key]) async {
        for key in keys { await press(key)?.value }
    }

    /// What would be seen.
    func drawn(columns: Int = 80, rows: Int = 24) -> CellGrid {
        ScreenDrawing(columns: columns, rows: rows).draw(content)
    }
}

extension CellGrid {
    /// The characters alone, without blanks at the ends of lines.
    var text: String { lines().joined(separator: "\n") }
}
