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

    private static let readers: [String: Reader] = [
        "preset": { settings, value in
            settings.preset = value.text.flatMap(Preset.init)
            return settings.preset != nil
        },
        "folder": { settings, value in
            settings.storage = path(value).map { .folder($0) }
            return settings.storage != nil
        },
        "inMemory": { settings, value in
            settings.storage = .inMemory
            return value.bool == true
        },
        "database": { settings, value in
            settings.database = value.text.flatMap {
                $0.isEmpty || $0.utf8.contains(0) ? nil : ConnectionString($0)
            }
            return settings.database != nil
        },
        "server": { settings, value in
            // The problem names the setting, and its text shows the reason.
            settings.server = value.text.flatMap { try? HTTPURL($0) }
            return settings.server != nil
        },
        "certificateAuthorities": { settings, value in
            settings.certificateAuthorities = path(value)
            return settings.certificateAuthorities != nil
        },
        "language": { settings, value in
            settings.language = value.text.flatMap(Language.init)
            return settings.language != nil
        },
        "launch": { settings, value in
            settings.launchStyle = value.text.flatMap { name in LaunchStyle.allCases.first { "\($0)" == name } }
            return settings.launchStyle != nil
        },
        "hashing": { settings, value in
            settings.hashingCost = [HashingCost.standard, .high].first { "\($0)" == value.text }
            return settings.hashingCost != nil
        },
        "sessions": { settings, value in
            settings.sessions = value.text.flatMap { ["untilSignOut": .untilSignOut, "standard": .standard][$0] }
            return settings.sessions != nil
        },
        "terms": { settings, value in
            settings.terms = terms(value)
            return settings.terms != nil
        },
        "signInDelay": { settings, value in
            guard let count = value.integer, (0...60_000).contains(count) else { return false }
            settings.signInDelay = .milliseconds(count)
            return true
        },
        "hidesAccountExistence": { settings, value in
            settings.hidesAccountExistence = value.bool
            return settings.hidesAccountExistence != nil
        },
        "keepsSecurityEvents": { settings, value in
            settings.keepsSecurityEvents = value.bool
            return settings.keepsSecurityEvents != nil
        },
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
