import Foundation
import TestSupport
import Testing

/// A pseudo-terminal whose output a test reads, and into which a test types.
final class PseudoTerminal {
    private let master: FileHandle

    /// The file handle for the program.
    let terminal: FileHandle

    /// All output of the program that was read.
    private(set) var output = ""

    init() throws {
        #if canImport(Darwin)
        let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0 && grantpt(descriptor) == 0 && unlockpt(descriptor) == 0)
        let path = try #require(ptsname(descriptor).map { String(cString: $0) })
        #else
        // Swift's modules of the C library lack these functions. The requests that replace them are in
        // <asm-generic/ioctls.h>: TIOCSPTLCK and TIOCGPTN.
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, number) = (CInt(0), CUnsignedInt(0))
        try #require(descriptor >= 0 && ioctl(descriptor, 0x4004_5431, &isLocked) == 0)
        try #require(ioctl(descriptor, 0x8004_5430, &number) == 0)
        let path = "/dev/pts/\(number)"
        #endif
        master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        terminal = try #require(FileHandle(forUpdatingAtPath: path))
    }

    /// Runs a program on a terminal of 80 columns and 24 rows.
    static func running(
        _ program: String,
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) throws -> (process: ChildProcess, terminal: PseudoTerminal) {
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 80, rows: 24)
        let process = try ChildProcess(
            program,
            arguments,
            environment: ["TERM": "xterm-256color"].merging(environment) { $1 },
            input: terminal.terminal,
            output: terminal.terminal,
            error: terminal.terminal
        )
        return (process, terminal)
    }

    /// Reads until the new output contains a text.
    func read(until text: String) async throws {
        var new = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !new.contains(text) {
            guard try await isTalking() else { break }
            let count = systemRead(master.fileDescriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            new += String(decoding: buffer[..<count], as: UTF8.self)
        }
        output += new
        try #require(new.contains(text))
    }

    /// Waits for output for up to half a minute, and returns whether there is any.
    private func isTalking() async throws -> Bool {
        let descriptor = master.fileDescriptor
        return try await onOwnThread {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, 30_000) == 1
        }
    }

    /// Returns whether the program writes nothing for a number of milliseconds.
    func isSilent(for time: Int32) async throws -> Bool {
        let descriptor = master.fileDescriptor
        return try await onOwnThread {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, time) == 0
        }
    }

    /// Sends a text to the program as keyboard input.
    func type(_ text: String) throws {
        try master.write(contentsOf: Data(text.utf8))
    }

    /// Sets the number of columns and rows that the program reads from the terminal.
    func resize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Whether the terminal shows the typed text.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(master.fileDescriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
}

/// Calls the system's `read`, which the method `read(until:)` hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
