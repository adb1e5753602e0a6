import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of the stores in PostgreSQL that need no server.
struct PostgreSQLFailureTests {
    /// A state of a server, and what is done about it.
    struct Answer: Sendable, CustomTestStringConvertible {
        let state: String
        let reason: StorageError.Reason
        var isPassing = false
        var mayHaveRun = false

        var testDescription: String { state }

        /// The statement was not executed, and is repeated.
        static func busy(_ state: String) -> Answer { Answer(state: state, reason: .busy, isPassing: true) }

        /// The statement may have been executed, and is repeated.
        static func lost(_ state: String) -> Answer {
            Answer(state: state, reason: .unreachable, isPassing: true, mayHaveRun: true)
        }
    }

    @Test(arguments: [
        // A conflict with another transaction, and a deadlock.
        Answer.busy("40001"), .busy("40P01"),
        // Too many connections, a statement that was cancelled or took too long, and a locked object.
        .busy("53300"), .busy("57014"), .busy("55P03"),
        // The server is shutting down, has crashed, or is starting; connections that failed.
        .lost("57P01"), .lost("57P02"), .lost("57P03"), .lost("57P05"), .lost("08006"), .lost("08P01"),
        // An unknown result across machines.
        Answer(state: "40003", reason: .busy, isPassing: true, mayHaveRun: true),
        // An internal error, such as the loss of a machine of Citus.
        Answer(state: "XX000", reason: .failed(code: EIO), isPassing: true, mayHaveRun: true),
        // A statement that is not prepared.
        Answer(state: "26000", reason: .busy, isPassing: true),
        // A standby, a full disk, no memory, no privilege, no table, no database, and damaged data.
        Answer(state: "25006", reason: .readOnly), Answer(state: "53100", reason: .full),
        Answer(state: "53200", reason: .failed(code: ENOMEM)), Answer(state: "42501", reason: .notPermitted),
        Answer(state: "42P01", reason: .replaced), Answer(state: "3D000", reason: .failed(code: ENOENT)),
        Answer(state: "XX001", reason: .corrupt), Answer(state: "XX002", reason: .corrupt),
        // A wrong password, an unknown user, and a state without a reason of its own.
        Answer(state: "28P01", reason: .notPermitted), Answer(state: "28000", reason: .notPermitted),
        Answer(state: "22023", reason: .failed(code: EIO)),
    ])
    func `each state of a server has its reason, and says whether the statement is repeated`(answer: Answer) {
        let failure = PostgreSQLFailure(state: answer.state)
        #expect(failure.reason == answer.reason)
        #expect(failure.isPassing == answer.isPassing)
        #expect(failure.mayHaveRun == answer.mayHaveRun)
    }

    @Test(arguments: [nil, "PQenterPipelineMode", "PQcancel"])
    func `a library that is missing or too old is reported at once`(hidden: String?) async throws {
        let names = hidden.map { _ in ["libpq.so.5", "libpq.5.dylib"] } ?? ["libmissing.so.5"]
        let database = PostgreSQLDatabase("", library: PostgreSQLLibrary(names: names, hiding: hidden))
        await #expect(throws: StorageError(store: .accounts, reason: .failed(code: ENOSYS))) {
            try await database.prepare()
        }
    }

    @Test func `no description or mirror shows the connection string`() async throws {
        let text = "postgresql://kim:canary@localhost/canary"
        let database = PostgreSQLDatabase(text, connections: 1)
        var dumped = ""
        dump(database, to: &dumped)
        dump(PostgreSQLAccountRepository(database), to: &dumped)
        dump(PostgreSQLSecurityEvents(database), to: &dumped)
        dumped += "\(database) \(String(reflecting: database)) \(PostgreSQLAccountRepository(database))"
        #expect(!dumped.contains("canary"))
        #expect("\(database)" == Password.redacted)
    }
}
