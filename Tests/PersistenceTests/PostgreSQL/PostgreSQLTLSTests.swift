import AccountFlowTesting
import Domain
import Persistence
import PostgreSQLSupport
import Testing

/// Tests of connections over a network.
@Suite(.postgreSQL, .timeLimit(.minutes(5)))
struct PostgreSQLTLSTests {
    @Test func `over a network, accounts travel over TLS, and the server is verified`() async throws {
        let server = try await PostgreSQLTLSServer()
        let text = server.connectionString(authority: server.certificate)
        let database = PostgreSQLDatabase(text, patience: .seconds(60))
        try await database.accounts.insert(.stub())
        #expect(try await database.accounts.find(.stub()) == .stub())
        database.close()

        let others = [
            server.connectionString(authority: server.otherCertificate), server.connectionString(authority: nil),
            server.connectionString(host: "127.0.0.1", authority: server.certificate),
            // The server accepts no connection without TLS.
            text + "&sslmode=disable",
        ]
        for text in others {
            let database = PostgreSQLDatabase(text, connections: 1, patience: .seconds(1))
            await #expect(throws: StorageError(store: .accounts, reason: .notPermitted), "\(text)") {
                try await database.accounts.find(.stub())
            }
        }
    }

    @Test func `a default of libpq counts if the connection string itself has it`() async throws {
        let server = try await PostgreSQLTLSServer()
        let text = server.connectionString(authority: nil) + "&sslmode=prefer"
        try await PostgreSQLDatabase(text, patience: .seconds(60)).accounts.insert(.stub())
    }

    @Test func `a server without TLS is not used`() async throws {
        let server = try await PostgreSQLTLSServer(isOn: false)
        let text = server.connectionString(authority: server.certificate)
        let database = PostgreSQLDatabase(text, connections: 1, patience: .seconds(1))
        await #expect(throws: StorageError(store: .accounts, reason: .notPermitted)) {
            try await database.accounts.find(.stub())
        }
    }
}
