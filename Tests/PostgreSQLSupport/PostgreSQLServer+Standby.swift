import TestSupport

extension PostgreSQLServer {
    /// Starts a standby, and waits until each commit of this server is also on the disk of the standby.
    ///
    /// From then on, this server acknowledges no commit without the standby, and a commit waits while that is missing.
    ///
    /// - Returns: A server that accepts connections for reading.
    package func startStandby() async throws -> PostgreSQLServer {
        let standby = PostgreSQLServer(try ServerFolder())
        try await PostgreSQLPrograms.run(
            "pg_basebackup",
            [
                "--dbname", "host=\(folder.path) user=accounts application_name=standby",
                "--pgdata", standby.folder.data, "--wal-method", "stream", "--checkpoint", "fast",
                "--write-recovery-conf", "--no-sync",
            ]
        )
        try standby.add(["synchronous_standby_names": "''"])
        try await standby.start()
        try await change(settings: ["synchronous_standby_names": "'standby'"])
        try await wait(for: "SELECT sync_state FROM pg_stat_replication", toReturn: "sync")
        return standby
    }

    /// Makes a standby the primary, and waits until it accepts writing.
    package func promote() async throws {
        try await control(["promote"])
    }

    /// Repeats a query until it returns a text, for a minute at most.
    package func wait(for sql: String, toReturn expected: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let answer = try await query(sql)
            if answer == expected { return }
            guard ContinuousClock.now < deadline else { throw Late(sql: sql, answer: answer) }
        }
    }

    /// A query whose answer did not become the expected one.
    package struct Late: Error {
        package let sql: String
        package let answer: String
    }
}
