import Domain
import Networking
import Persistence
import Presentation

extension AppSettings {
    /// Reads settings from a JSON object (RFC 8259), such as
    /// `{"preset": "accounts", "folder": "/srv/accounts", "language": "ko"}`.
    ///
    /// | member | value |
    /// |---|---|
    /// | `preset` | `signIn`, `start`, `accounts`, `remote` or `shop` |
    /// | `folder` | an absolute path |
    /// | `inMemory` | `true`, instead of a folder |
    /// | `database` | the connection string of a PostgreSQL database; only sessions are in the folder then |
    /// | `server` | a URL; it must be `https` unless the server is on this machine |
    /// | `certificateAuthorities` | the absolute path of a PEM file with the certificates to trust |
    /// | `language` | `ko` or `en` |
    /// | `launch` | `startScreen`, `direct`, `signInScreen` or `mainScreen` |
    /// | `hashing` | `standard` or `high` |
    /// | `sessions` | `untilSignOut` or `standard`, as in `SessionPolicy` |
    /// | `terms` | `{"required": [{"name": …, "version": …}], "optional": […]}` |
    /// | `signInDelay` | milliseconds, 0 to 60,000 |
    /// | `hidesAccountExistence`, `keepsSecurityEvents` | `true` or `false` |
    ///
    /// - Parameter bytes: The content of the file.
    /// - Throws: `AppSettingsError` with all problems of the file. Only if it has none of those, `.serverMissing`,
    ///   `.serverNotUsed` or `.databaseNotUsed` are reported.
    public init(reading bytes: [UInt8]) throws(AppSettingsError) {
        self = try AppSettings().merging(defaultsIn: bytes)
    }

    /// Fills in the settings that are nil from a file in the form of ``init(reading:)``.
    ///
    /// - Parameter bytes: The content of the file, whose settings are used where these are nil.
    /// - Returns: The combined settings.
    /// - Throws: `AppSettingsError` with all problems of the file. Only if it has none of those, `.serverMissing`,
    ///   `.serverNotUsed` or `.databaseNotUsed` are reported.
    public func merging(defaultsIn bytes: [UInt8]) throws(AppSettingsError) -> AppSettings {
        let value: JSONValue
        do {
            value = try JSONValue(reading: bytes)
        } catch {
            throw AppSettingsError([.notAnObject(error)])
        }
        guard let members = value.members else { throw AppSettingsError([.notAnObject(nil)]) }
        var file = AppSettings()
        var problems: [AppSettingsError.Problem] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let read = Self.readers[name] else {
                problems.append(.unknownSetting(name))
                continue
            }
            if !read(&file, value) { problems.append(.invalidSetting(name)) }
        }
        if members["folder"] != nil, members["inMemory"] != nil { problems.append(.invalidSetting("inMemory")) }
        let settings = merging(defaults: file)
        guard problems.isEmpty else {
            // If the server or the preset is invalid, it is unknown whether a server is missing.
            if !problems.contains(.invalidSetting("server")), !problems.contains(.invalidSetting("preset")) {
                problems += settings.contradictions
            }
            throw AppSettingsError(problems)
        }
        return settings
    }

    /// The problems of combining the preset and the server.
    private var contradictions: [AppSettingsError.Problem] {
        do throws(AppSettingsError) {
            _ = try configuration()
            return []
        } catch {
            return error.problems
        }
    }

    /// Sets a setting, and returns whether the value is valid.
    private typealias Reader = @Sendable (inout AppSettings, JSONValue) -> Bool

    /// Returns a reader that sets a setting to what a value stands for, which is nil for an invalid one.
    private static func reader<Value>(
        _ setting: any WritableKeyPath<AppSettings, Value?> & Sendable,
        _ parse: @escaping @Sendable (JSONValue) -> Value?
    ) -> Reader {
        { settings, value in
            let parsed = parse(value)
            settings[keyPath: setting] = parsed
            return parsed != nil
        }
    }

    private static let readers: [String: Reader] = [
        "preset": reader(\.preset) { $0.text.flatMap(Preset.init) },
        "folder": reader(\.storage) { path($0).map { .folder($0) } },
        "inMemory": reader(\.storage) { $0.bool == true ? .inMemory : nil },
        "database": reader(\.database) { value in
            value.text.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : ConnectionString($0) }
        },
        // The problem names the setting, and its text shows the reason.
        "server": reader(\.server) { $0.text.flatMap { try? HTTPURL($0) } },
        "certificateAuthorities": reader(\.certificateAuthorities) { path($0) },
        "language": reader(\.language) { $0.text.flatMap(Language.init) },
        "launch": reader(\.launchStyle) { value in LaunchStyle.allCases.first { "\($0)" == value.text } },
        "hashing": reader(\.hashingCost) { value in [HashingCost.standard, .high].first { "\($0)" == value.text } },
        "sessions": reader(\.sessions) { value in
            value.text.flatMap { ["untilSignOut": .untilSignOut, "standard": .standard][$0] }
        },
        "terms": reader(\.terms) { terms($0) },
        "signInDelay": reader(\.signInDelay) { value in
            value.integer.flatMap { (0...60_000).contains($0) ? .milliseconds($0) : nil }
        },
        "hidesAccountExistence": reader(\.hidesAccountExistence) { $0.bool },
        "keepsSecurityEvents": reader(\.keepsSecurityEvents) { $0.bool },
    ]

    /// Returns an absolute path, or nil for another value.
    private static func path(_ value: JSONValue) -> String? {
        value.text.flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
    }

    private static func terms(_ value: JSONValue) -> Terms? {
        guard let members = value.members, Set(members.keys).isSubset(of: ["required", "optional"]) else { return nil }
        let lists = ["required", "optional"].map { name in
            (members[name] ?? .array([])).elements?.map(document)
        }
        guard let required = lists[0], let optional = lists[1], !required.contains(nil), !optional.contains(nil) else {
            return nil
        }
        return Terms(required: required.compactMap(\.self), optional: optional.compactMap(\.self))
    }

    private static func document(_ value: JSONValue) -> ConsentDocument? {
        guard let members = value.members, Set(members.keys) == ["name", "version"],
            let name = members["name"]?.text, !name.isEmpty, let version = members["version"]?.integer, version > 0
        else { return nil }
        return ConsentDocument(name: name, version: version)
    }
}
