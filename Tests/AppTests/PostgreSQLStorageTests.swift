import AccountFlowTesting
import App
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import TestSupport
import Testing

/// Tests of an app whose accounts are in PostgreSQL.
@Suite(.postgreSQL, .timeLimit(.minutes(2)))
struct PostgreSQLStorageTests {
    private let form = AccountForm([
        .id: "abcdef@gmail.com", .password: "password1", .confirmation: "password1", .nickname: "Kim",
    ])

    /// The app of one machine.
    private func app(
        _ database: String,
        _ sessions: AppConfiguration.DeviceStorage = .inMemory,
        dates: DateGenerator = .system,
        _ change: (inout AppConfiguration) -> Void = { _ in }
    ) -> AppComposition {
        var configuration = AppConfiguration.quick(
            storage: .postgreSQL(ConnectionString(database), sessions: sessions)
        )
        change(&configuration)
        return AppComposition(configuration, repositories: Repositories(configuration), dates: dates)
    }

    @Test func `the life of an account is the same in memory, in files and in a database`() async throws {
        let folder = TemporaryFolder()
        let database = try await PostgreSQLServer.shared.value.makeDatabase()
        let storages: [AppConfiguration.Storage] = [
            .inMemory, .folder(folder.path + "/a"),
            .postgreSQL(ConnectionString(database), sessions: .folder(folder.path + "/b")),
        ]
        for storage in storages {
            let app = AppComposition(.quick(storage: storage))
            let signUp = try await app.signUp(form)
            guard case .signedIn(let opened) = signUp else {
                Issue.record("\(signUp)")
                return
            }
            #expect(opened.session.accountID.text == "abcdef@gmail.com")
            await #expect(throws: SignUpError.duplicateAccount) { _ = try await app.signUp(form) }
            #expect(try await app.listAccounts(limit: 10).accounts.map(\.profile.nickname?.text) == ["Kim"])
            try await app.deleteAccount(opened.session)
            #expect(try await app.listAccounts(limit: 10).accounts.isEmpty)
            await app.shutDown()
        }
    }

    @Test func `machines share accounts, and each has its own session`() async throws {
        let folder = TemporaryFolder()
        let database = try await PostgreSQLServer.shared.value.makeDatabase()
        let one = app(database, .folder(folder.path + "/one"))
        let other = app(database, .folder(folder.path + "/other"))
        _ = try await one.signUp(form)
        guard case .none = await other.restoreSession() else {
            Issue.record("the session is on the other machine too")
            return
        }
        _ = try await other.signIn(form)
        _ = await one.signOut()
        #expect(try await other.listSessions().map(\.accountID.text) == ["abcdef@gmail.com"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/other")
        #expect(names.filter { !$0.hasPrefix(".") } == ["session.json"])
        #expect(await one.inspectStores().map(\.store) == [.session])
        await one.shutDown()
        await other.shutDown()
    }

    @Test func `wrong passwords on one machine throttle the sign-in on another`() async throws {
        let database = try await PostgreSQLServer.shared.value.makeDatabase()
        // The wait does not end while the date stays the same.
        let (one, other) = (app(database, dates: .constant(.stub)), app(database, dates: .constant(.stub)))
        _ = try await one.signUp(form)
        var wrong = form
        wrong[.password] = "password2"
        var refusals = 0
        while refusals < 100 {
            do throws(SignInError) {
                _ = try await one.signIn(wrong)
            } catch {
                refusals += 1
                if case .throttled = error { break }
                #expect(error == .invalidCredentials)
            }
        }
        let error = await #expect(throws: SignInError.self) { _ = try await other.signIn(form) }
        guard case .throttled = error else {
            Issue.record("not throttled: \(String(describing: error))")
            return
        }
        await one.shutDown()
        await other.shutDown()
    }

    @Test func `security events and consents are in the database`() async throws {
        let database = try await PostgreSQLServer.shared.value.makeDatabase()
        let document = ConsentDocument(name: "use", version: 1)
        let events = { (app: AppComposition) in
            try await app.securityEvents.events(of: AccountTag(AccountID("abcdef@gmail.com"))).count
        }
        let change = { (configuration: inout AppConfiguration) in
            configuration.keepsSecurityEvents = true
            configuration.terms = Terms(required: [document])
        }
        let one = app(database, .inMemory, change)
        _ = try await one.signUp(form, agreeingTo: [document])
        let expected = try await events(one)
        #expect(expected > 0)
        await one.shutDown()
        let other = app(database, .inMemory, change)
        // Without the consent, the sign-in would require it.
        _ = try await other.signIn(form)
        #expect(try await events(other) > expected)
        await other.shutDown()
    }

    @Test func `the shutdown closes the connections`() async throws {
        let server = try await PostgreSQLServer.start()
        let app = app(server.connectionString)
        _ = try await app.signUp(form)
        let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'accounts' AND pid <> pg_backend_pid()"
        #expect(try await server.query(others) != "0")
        await app.shutDown()
        try await server.wait(for: others, toReturn: "0")
        await #expect(throws: SignInError.self) { _ = try await app.signIn(form) }
    }

    @Test func `without the server, a session is restored, and accounts come back with it`() async throws {
        let folder = TemporaryFolder()
        let server = try await PostgreSQLServer.start()
        // Creating tables takes long on a busy machine.
        try await PostgreSQLDatabase(server.connectionString, patience: .seconds(60)).prepare()
        let database = PostgreSQLDatabase(server.connectionString, patience: .seconds(5))
        let app = AppComposition(
            .quick(),
            repositories: Repositories(database: database, sessions: .folder(folder.path + "/sessions"))
        )
        _ = try await app.signUp(form)
        try server.kill()
        guard case .restored(let session) = await app.restoreSession() else {
            Issue.record("not restored")
            return
        }
        await #expect(throws: SignInError.self) { _ = try await app.signIn(form) }
        #expect(try await app.listSessions().map(\.id) == [session.id])
        try await server.start()
        _ = try await app.signIn(form)
        await app.shutDown()
    }

    @Test func `the tables can be prepared before the first account`() async throws {
        let database = try await PostgreSQLServer.shared.value.makeDatabase()
        let app = app(database)
        let tables = try #require(app.database)
        #expect(try await tables.storedSchemaVersion() == nil)
        #expect(try await tables.prepare() == nil)
        #expect(try await tables.storedSchemaVersion() == PostgreSQLDatabase.schemaVersion)
        await app.shutDown()
        await #expect(throws: StorageError.self) { try await tables.prepare() }
    }
}
