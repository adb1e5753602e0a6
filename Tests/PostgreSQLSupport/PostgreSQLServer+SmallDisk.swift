import Foundation

extension PostgreSQLServer {
    /// Whether this process may mount a file system in memory, which ``putNewTablesOnSmallDisk(megabytes:)`` needs.
    package static var canMountDisks: Bool {
        get async throws {
            guard PostgreSQLPrograms.folder != nil, geteuid() == 0 else { return false }
            let folder = try ServerFolder()
            do {
                try await folder.mountDisk(megabytes: 1)
                return true
            } catch is PostgreSQLPrograms.Failure {
                return false
            }
        }
    }

    /// Mounts a small disk in memory, where the server stores the tables that are created from now on.
    ///
    /// Writes to them fail with 53100 when it is full.
    package func putNewTablesOnSmallDisk(megabytes: Int) async throws {
        try await folder.mountDisk(megabytes: megabytes)
        try await query("CREATE TABLESPACE small LOCATION '\(folder.disk)'")
        try await query("ALTER DATABASE accounts SET default_tablespace = small")
    }

    /// Fills the small disk but for some kilobytes.
    package func fillSmallDisk(except kilobytes: Int = 0) throws {
        try Data().write(to: URL(filePath: filler))
        let file = try FileHandle(forWritingTo: URL(filePath: filler))
        defer { _ = try? file.close() }
        // Until the disk is full.
        while (try? file.write(contentsOf: Data(count: 4_096))) != nil {}
        try file.truncate(atOffset: max(0, file.offset() - UInt64(kilobytes) << 10))
    }

    /// Removes what fills the small disk.
    package func freeSmallDisk() throws {
        // A process that was started meanwhile may have the removed file open.
        guard truncate(filler, 0) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        try FileManager.default.removeItem(atPath: filler)
    }

    private var filler: String { folder.disk + "/filler" }
}

extension ServerFolder {
    /// Mounts a disk, which the folder's own process unmounts.
    func mountDisk(megabytes: Int) async throws {
        try await PostgreSQLPrograms.run("/bin/mkdir", [disk])
        let owner = PostgreSQLPrograms.user.flatMap { getpwnam($0)?.pointee.pw_uid } ?? 0
        // As this user, because the other one may not mount anything.
        try await PostgreSQLPrograms.run(
            "/bin/mount",
            ["-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0700,uid=\(owner)", "account-flow", disk],
            asThisUser: true
        )
    }
}
