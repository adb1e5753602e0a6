import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal of this process, used for drawing until it is closed.
package final class TerminalScreen: Sendable {
    enum Event: Sendable {
        case keys([Key])
        case resized

        /// The terminal was closed, or the system failed.
        case ended
    }

    /// The longest pause within an escape sequence, in milliseconds.
    private static let patience: Int32 = 50

    /// The sequences that switch to the alternate screen with bracketed pastes and the mouse, if any, and back.
    private let begin: String
    private static let end: StaticString =
        "\u{1B}[0m\u{1B}[?25h\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?1049l"
    private static let crashes = [
        SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS, SIGXCPU, SIGVTALRM, SIGPROF,
        SIGUSR1, SIGUSR2,
    ]

    /// Locked while a frame is drawn, so that the terminal is not restored within a frame.
    private let isOpen = Mutex(true)

    /// Prepares the terminal for drawing; nil if standard input or output is not a terminal.
    init?(hasMouse: Bool) {
        begin = "\u{1B}[?1049h\u{1B}[?2004h" + (hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "") + "\u{1B}[2J"
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
            SavedTerminal.change(leavingWith: Self.end, { cfmakeraw(&$0) })
        else { return nil }
        // The handlers of these signals restore the terminal before the process terminates.
        for number in Self.crashes {
            signal(number) { number in
                SavedTerminal.restore(patience: 100)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        // A suspended program would leave the terminal unusable.
        signal(SIGTSTP, SIG_IGN)
        write(begin)
    }

    deinit { close() }

    /// Restores the terminal; a second call waits until it is restored.
    func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            SavedTerminal.restore()
            for number in Self.crashes + [SIGTSTP] { signal(number, SIG_DFL) }
        }
    }

    /// Restores the terminal, stops the process until its shell continues it, and prepares the terminal again.
    ///
    /// Nothing happens if no shell can continue the process.
    func suspend() {
        guard getsid(getppid()) == getsid(0), getpgid(getppid()) != getpgrp() else { return }
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            SavedTerminal.restore()
            // The threads of Dispatch block SIGTSTP.
            raise(SIGSTOP)
            isOpen = SavedTerminal.change(leavingWith: Self.end) { cfmakeraw(&$0) }
            // As in a drawing, a failure shows itself at the next read.
            if isOpen { _ = writeAll(STDOUT_FILENO, begin) }
        }
    }

    /// The size of the terminal; 80 by 24 if it is unknown.
    var size: (columns: Int, rows: Int) { terminalSize(STDOUT_FILENO) ?? (80, 24) }

    /// Writes the output of a ``FrameWriter``, unless the terminal is restored.
    func write(_ output: String) {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            // After a failure, the next read fails too, and the program quits.
            _ = writeAll(STDOUT_FILENO, output)
        }
    }

    /// The events of the terminal until it is closed.
    func events() -> AsyncStream<Event> {
        AsyncStream { continuation in
            let endListening: (@Sendable () -> Void)? = SignalPipe.shared?.listen(to: [SIGWINCH]) { _ in
                continuation.yield(.resized)
            }
            signal(SIGWINCH) { _ = SignalPipe.write($0) }
            // A separate queue has its own thread, which may block.
            DispatchQueue(label: "AccountDemo.TerminalScreen").async { [self] in
                var parser = KeyParser()
                var buffer = [UInt8](repeating: 0, count: 1 << 14)
                // This must not wait for drawing, because a terminal may block that until its keys are read.
                while isOpen.withLockIfAvailable({ $0 }) ?? true {
                    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    let count = poll(&waiting, 1, parser.isWaiting ? Self.patience : -1)
                    if count < 0, errno == EINTR { continue }
                    if count == 0 {
                        continuation.yield(.keys(parser.finish()))
                        continue
                    }
                    let length = buffer.withUnsafeMutableBytes { readUninterrupted(STDIN_FILENO, $0) }
                    guard count > 0, length > 0 else { break }
                    let keys = parser.read(buffer[..<length])
                    if !keys.isEmpty { continuation.yield(.keys(keys)) }
                }
                endListening?()
                continuation.yield(.ended)
                continuation.finish()
            }
        }
    }
}
