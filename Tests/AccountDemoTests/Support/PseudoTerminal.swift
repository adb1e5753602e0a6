import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A terminal without a screen: what a program writes to it is read here, and what is typed here it reads.
final class PseudoTerminal {
    private let master: FileHandle

    /// The end that the program gets.
    let terminal: FileHandle

    /// All that the program has written so far.
    private(set) var output = ""

    init() throws {
        #if canImport(Darwin)
        let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0 && grantpt(descriptor) == 0 && unlockpt(descriptor) == 0)
        let path = try #require(ptsname(descriptor).map { String(cString: $0) })
        #else
        // The same by hand: Swift's modules of the C library leave these functions out. The requests are those of
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

    /// Reads until a text has appeared behind what was read before.
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

    /// Waits until there is something to be read; without a word in half a minute the test says what is missing.
    private func isTalking() async throws -> Bool {
        let descriptor = master.fileDescriptor
        return try await onOwnThread {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, 30_000) == 1
        }
    }

    /// Tells whether the program writes nothing for so many milliseconds.
    func isSilent(for time: Int32) async throws -> Bool {
        let descriptor = master.fileDescriptor
        return try await onOwnThread {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, time) == 0
        }
    }

    /// Presses the keys of a text.
    func type(_ text: String) throws {
        try master.write(contentsOf: Data(text.utf8))
    }

    /// Gives the terminal another size.
    func resize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(master.fileDescriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
}

/// The system's `read`, which the method above hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
