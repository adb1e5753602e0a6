public import Networking

/// Everything that is wrong with settings.
public struct AppSettingsError: Error, Hashable, Sendable {
    /// One thing that is wrong.
    public enum Problem: Hashable, Sendable {
        /// The file is no JSON object.
        case notAnObject(JSONError?)

        /// There is no such setting.
        case unknownSetting(String)

        /// The setting has another type, or a value that it cannot have.
        case invalidSetting(String)

        /// The preset is about the accounts of a server, and none is named.
        case serverMissing(AppSettings.Preset)

        /// A server is named, and the preset has no use for one.
        case serverNotUsed(AppSettings.Preset)
    }

    /// The problems, at least one: those of single settings by their names, then what does not go together.
    public let problems: [Problem]

    /// Collects problems.
    ///
    /// - Parameter problems: At least one.
    public init(_ problems: [Problem]) {
        self.problems = problems
    }
}
