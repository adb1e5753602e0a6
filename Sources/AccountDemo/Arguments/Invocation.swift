package import App
package import Presentation

/// What one run of the program is asked to do, and how.
package struct Invocation: Equatable, Sendable {
    /// Where accounts are kept.
    package var storage: StorageOption = .unspecified

    /// The server that keeps the accounts, or nil where they are kept here.
    package var server: ServerOption?

    /// The file of settings, or nil where there is none.
    package var config: String?

    /// The system from which to begin, or nil where the file decides, or nobody.
    package var preset: AppSettings.Preset?

    /// The language to speak, or nil for that of the environment.
    package var language: Language?

    /// Whether to print one JSON object instead of sentences.
    package var isJSON = false

    /// What to do.
    package var command: Command

    package init(
        storage: StorageOption = .unspecified,
        server: ServerOption? = nil,
        config: String? = nil,
        preset: AppSettings.Preset? = nil,
        language: Language? = nil,
        isJSON: Bool = false,
        command: Command
    ) {
        self.storage = storage
        self.server = server
        self.config = config
        self.preset = preset
        self.language = language
        self.isJSON = isJSON
        self.command = command
    }
}
