import Foundation
import TestSupport

/// A temporary folder of the user that runs servers, for the files and the socket of one server.
///
/// A process of its own stops the server and removes the folder when the object is released or this process ends, also
/// by a crash.
final class ServerFolder: Sendable {
    /// The path of the folder, short enough for the path of a socket.
    let path: String

    /// The data directory of the server.
    let data: String

    /// The log of the server.
    let log: String

    /// Where a small disk is mounted.
    let disk: String

    private let lifeline: FileHandle

    /// Creates a folder.
    ///
    /// - Throws: `POSIXError` if the system does not create it.
    init() throws {
        var template = Array("/tmp/pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        (data, log, disk) = (path + "/data", path + "/log", path + "/disk")
        if let user = PostgreSQLPrograms.user.flatMap({ getpwnam($0) })?.pointee {
            guard chown(path, user.pw_uid, user.pw_gid) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
        let stop = PostgreSQLPrograms.command("pg_ctl", ["stop", "--mode", "immediate", "--pgdata", data])
        // `cat` ends when the last writer closes the pipe. The shell has ended long before.
        let script = """
            exec 3<&0
            (
                trap '' HUP INT TERM
                cat <&3
                [ ! -e \(data)/postmaster.pid ] || \(stop.joined(separator: " "))
                [ ! -e \(disk) ] || umount \(disk)
                rm -rf \(path)
            ) </dev/null >/dev/null 2>&1 &
            """
        let pipe = try PostgreSQLPrograms.start {
            let pipe = Pipe()
            _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
            let shell = try ChildProcess("/bin/sh", ["-c", script], input: pipe.fileHandleForReading)
            _ = shell.wait()
            return pipe
        }
        lifeline = pipe.fileHandleForWriting
        try pipe.fileHandleForReading.close()
    }

    deinit {
        // Whether it is closed now or with its object makes no difference.
        try? lifeline.close()
    }
}
