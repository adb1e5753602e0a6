import AccountDemo
import AccountFlowTesting
import App
import Domain
import Persistence
import Presentation
import Validation

extension AppConfiguration {
    /// The preset `start` with the lowest hashing cost.
    static let quick: AppConfiguration = {
        var configuration = AppConfiguration.start
        configuration.hashingCost = .minimal
        return configuration
    }()
}

extension FullScreenApp {
    /// Launches an app in memory with the lowest hashing cost and, by default, without an availability check.
    static func stub(
        _ preset: AppConfiguration = AppConfiguration(policy: .emailLocalPart),
        named name: AppSettings.Preset? = nil,
        hasher: (any PasswordHasher)? = nil,
        identifiers: IDGenerator = .random,
        clock: any Clock<Duration> = ContinuousClock(),
        availabilityPause: Duration? = nil,
        language: Language = .english,
        exportPath: String = ".",
        location: AccountLocation = .memory
    ) async -> FullScreenApp {
        var configuration = preset
        configuration.hashingCost = .minimal
        configuration.availabilityPause = availabilityPause
        let composition = AppComposition(
            configuration,
            repositories: Repositories(),
            hasher: hasher,
            // Otherwise, on a busy machine the wait after a wrong password would be over.
            dates: (clock as? ManualClock)?.dates ?? .system,
            identifiers: identifiers,
            clock: clock
        )
        let app = FullScreenApp(
            composition,
            preset: name,
            language: language,
            exportPath: exportPath,
            location: { $0.needsServer ? .program : location },
            launch: { _ in composition }
        )
        await app.launch()
        return app
    }

    /// Launches the app of a preset, from which the keys lead to those of the others.
    static func launched(_ preset: AppSettings.Preset, language: Language) async -> FullScreenApp {
        let presets = PresetLauncher(storage: .inMemory, language: language, hashingCost: .minimal)
        let app = FullScreenApp(presets.launch(preset), preset: preset, language: language, launch: presets.launch)
        await app.launch()
        return app
    }

    /// Moves to a button and presses it.
    func press(_ button: ButtonName, in language: Language) async {
        let title = language.messages.title(of: button)
        for _ in 0..<20 {
            if let focus = content.focus, case .button(title, _, _) = content.elements[focus] { break }
            await type([.tab])
        }
        await type([.enter])
    }

    /// Presses the keys one by one, and waits until the work of each key has ended.
    func type(_ keys: [Key]) async {
        for key in keys {
            await press(key)?.value
            // A task may end while a later one handles the waiting keys.
            while let turn { await turn.value }
        }
    }

    /// Returns the drawn screen.
    func drawn(columns: Int = 80, rows: Int = 24) -> CellGrid {
        ScreenDrawing(columns: columns, rows: rows).draw(content)
    }
}

extension [Key] {
    /// Returns the keys that fill the fields of a form and submit it.
    static func filling(_ texts: String...) -> [Key] { texts.flatMap { [.text($0), .tab] }.dropLast() + [.enter] }
}

extension CellGrid {
    /// The characters without their styles, and without blanks at the ends of lines.
    var text: String { lines().joined(separator: "\n") }
}
