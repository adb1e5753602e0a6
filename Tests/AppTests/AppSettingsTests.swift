import App
import Domain
import Networking
import Persistence
import Presentation
import Testing

/// Tests of settings from files and command lines.
struct AppSettingsTests {
    private func read(_ text: String) throws(AppSettingsError) -> AppSettings {
        try AppSettings(reading: Array(text.utf8))
    }

    @Test func `a file sets the settings that it names, and no others`() throws {
        let settings = try read(
            """
            {"preset": "shop", "folder": "/srv/a", "language": "ko", "launch": "direct", "hashing": "high",
             "sessions": "standard", "terms": {"required": [{"name": "use", "version": 2}]}, "signInDelay": 250,
             "hidesAccountExistence": true, "keepsSecurityEvents": false}
            """
        )
        let configuration = try settings.configuration()
        #expect(configuration.storage == .folder("/srv/a"))
        #expect(configuration.language == .korean)
        #expect(configuration.launchStyle == .direct)
        #expect(configuration.hashingCost == .high)
        #expect(configuration.sessions == .standard)
        #expect(configuration.terms == Terms(required: [ConsentDocument(name: "use", version: 2)]))
        #expect(configuration.signInDelay == .milliseconds(250))
        #expect(configuration.hidesAccountExistence)
        #expect(!configuration.keepsSecurityEvents)
        #expect(try read("{}") == AppSettings())
        #expect(try read(#"{"preset": "shop"}"#).configuration().terms == AppConfiguration.shop.terms)
    }

    @Test func `a database has the accounts, and the folder the sessions`() throws {
        let database = "postgresql://kim:secret@db.example.com/accounts"
        let settings = try read(#"{"database": "\#(database)", "folder": "/srv/a"}"#)
        let storage = try settings.configuration().storage
        #expect(storage == .postgreSQL(ConnectionString(database), sessions: .folder("/srv/a")))
        let memory = try read(#"{"database": "dbname=accounts", "inMemory": true}"#).configuration().storage
        #expect(memory == .postgreSQL("dbname=accounts", sessions: .inMemory))
        var shown = "\(settings) \(storage) \(String(reflecting: settings))"
        dump(settings, to: &shown)
        #expect(!shown.contains("secret") && !shown.contains("example.com"))
        #expect(throws: AppSettingsError([.databaseNotUsed])) {
            try read(#"{"database": "dbname=accounts", "server": "https://example.com"}"#).configuration()
        }
    }

    @Test func `of several settings with the same member, the first one applies`() throws {
        let commandLine = try read(#"{"language": "en"}"#)
        let file = try read(#"{"language": "ko", "preset": "accounts"}"#)
        let both = commandLine.merging(defaults: file)
        #expect(both.language == .english)
        #expect(both.preset == .accounts)
        #expect(try both.configuration().launchStyle == AppConfiguration.accounts.launchStyle)
        var all = try read(
            """
            {"preset": "remote", "inMemory": true, "server": "https://example.com", "certificateAuthorities": "/a.pem",
             "language": "ko", "launch": "direct", "hashing": "high", "sessions": "untilSignOut", "terms": {}, "signInDelay": 0,
             "hidesAccountExistence": true, "keepsSecurityEvents": true}
            """
        )
        all.database = "dbname=accounts"
        #expect(all.merging(defaults: AppSettings()) == all)
        #expect(AppSettings().merging(defaults: all) == all)
        #expect(all.merging(defaults: both) == all)
    }

    @Test(
        arguments: [
            ("[]", [.notAnObject(nil)]), (#"{"presets": 1}"#, [.unknownSetting("presets")]),
            (#"{"preset": "S1"}"#, [.invalidSetting("preset")]), (#"{"folder": "a"}"#, [.invalidSetting("folder")]),
            (#"{"folder": "/a", "inMemory": true}"#, [.invalidSetting("inMemory")]),
            (#"{"inMemory": false}"#, [.invalidSetting("inMemory")]),
            (#"{"database": ""}"#, [.invalidSetting("database")]), (#"{"database": 5}"#, [.invalidSetting("database")]),
            (#"{"database": "a\u0000"}"#, [.invalidSetting("database")]),
            (#"{"server": "http://example.com"}"#, [.invalidSetting("server")]),
            (#"{"certificateAuthorities": "a.pem"}"#, [.invalidSetting("certificateAuthorities")]),
            (#"{"hashing": "minimal"}"#, [.invalidSetting("hashing")]),
            (#"{"sessions": "short"}"#, [.invalidSetting("sessions")]),
            (#"{"signInDelay": -1}"#, [.invalidSetting("signInDelay")]),
            (#"{"signInDelay": 60001}"#, [.invalidSetting("signInDelay")]),
            (#"{"signInDelay": "5"}"#, [.invalidSetting("signInDelay")]),
            (#"{"terms": {"required": [{"name": "", "version": 1}]}}"#, [.invalidSetting("terms")]),
            (#"{"terms": {"needed": []}}"#, [.invalidSetting("terms")]),
            (
                #"{"language": "xx", "a": 1, "launch": 2, "hidesAccountExistence": "yes"}"#,
                [
                    .unknownSetting("a"), .invalidSetting("hidesAccountExistence"), .invalidSetting("language"),
                    .invalidSetting("launch"),
                ]
            ),
        ] as [(String, [AppSettingsError.Problem])]
    )
    func `all problems are reported together, before any store is opened`(
        text: String,
        problems: [AppSettingsError.Problem]
    ) {
        #expect(throws: AppSettingsError(problems)) { try read(text) }
    }

    @Test func `a file that is not JSON is reported as such`() {
        #expect(throws: AppSettingsError.self) { try read("{") }
    }

    @Test(arguments: AppSettings.Preset.allCases)
    func `a preset requires a server or rejects one`(preset: AppSettings.Preset) throws {
        var settings = AppSettings()
        settings.preset = preset
        if preset.needsServer {
            #expect(throws: AppSettingsError([.serverMissing(preset)])) { try settings.configuration() }
        } else {
            #expect(throws: Never.self) { try settings.configuration() }
        }
        settings.server = try HTTPURL("https://example.com")
        if preset.needsServer {
            #expect(throws: Never.self) { try settings.configuration() }
        } else {
            #expect(throws: AppSettingsError([.serverNotUsed(preset)])) { try settings.configuration() }
        }
    }

    @Test func `with a server but no preset, the backend is remote and other settings apply`() throws {
        var settings = AppSettings()
        settings.server = try HTTPURL("https://example.com")
        settings.launchStyle = .mainScreen
        let configuration = try settings.configuration()
        guard case .remote(let backend) = configuration.backend else {
            Issue.record("\(configuration.backend)")
            return
        }
        #expect(backend.api.baseURL == settings.server)
        #expect(configuration.launchStyle == .mainScreen)
    }

    @Test func `the API and the certificate authorities of the settings are those of the backend`() throws {
        var settings = try read(#"{"preset": "remote", "server": "https://a.example", "certificateAuthorities": "/a"}"#)
        settings.server = nil
        settings.api = .s0(at: try HTTPURL("https://example.com"))
        guard case .remote(let backend) = try settings.configuration().backend else {
            Issue.record("not remote")
            return
        }
        #expect(backend.api == settings.api)
        #expect(backend.certificateAuthorities == "/a")
    }
}
