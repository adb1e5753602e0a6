import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal of this process, all of which a program draws on, until it ends and everything is as it was.
package final class TerminalScreen: Sendable {
    /// What comes from a terminal.
    enum Event: Sendable {
        case keys([Key])

        /// Another size; it is asked for anew.
        case resized

        /// There is nobody any more, or the system failed.
        case ended
    }

    /// The longest time between an Escape and what belongs to it, in milliseconds; slow lines need some.
    private static let patience: Int32 = 50

    /// Another screen without what was there before, pastes marked as such, and the way back from it.
    private static let begin = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[2J"
    private static let end: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1049l"

    /// The signals by which a process ends at once, and which nobody here expects.
    private static let crashes = [
        SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM,
        SIGPROF,
        SIGUSR1, SIGUSR2,
    ]

    /// The address of the settings of the terminal to which to go back; 0 while they are as they were.
    private static let saved = Atomic<UInt>(0)

    /// Held by whoever draws, so that a frame is whole on the terminal before it is given back, or not there at all.
    private let isOpen = Mutex(true)

    /// Takes the terminal over; gives nil where standard input or output is none.
    init?() {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
            return nil
        }
        let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        saved.initialize(to: settings)
        cfmakeraw(&settings)
        guard Self.saved.exchange(UInt(bitPattern: saved), ordering: .acquiringAndReleasing) == 0,
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0
        else { return nil }
        // A crash ends the process as it would have anyway, but not with a terminal that is of no use.
        for number in Self.crashes {
            signal(number) { number in
                TerminalScreen.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        // No key stops the program while it has the terminal, and whoever stops it in another way would be left with
        // one that is of no use.
        signal(SIGTSTP, SIG_IGN)
        write(Self.begin)
    }

    deinit { close() }

    /// Gives the terminal back; a second time does nothing but wait until it is.
    func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            Self.restore()
            for number in Self.crashes + [SIGTSTP] { signal(number, SIG_DFL) }
        }
    }

    /// Gives the terminal back, also from within the handler of a signal: nothing here needs memory or a lock.
    private static func restore() {
        // The memory is needed for as long as a crash may come.
        let address = saved.exchange(0, ordering: .acquiringAndReleasing)
        guard let settings = UnsafePointer<termios>(bitPattern: address) else { return }
        _ = systemWrite(STDOUT_FILENO, end.utf8Start, end.utf8CodeUnitCount)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, settings)
    }

    /// How large the terminal is; 80 by 24 where it does not say.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows what a ``FrameWriter`` has put out; on a terminal that was given back, nothing.
    func write(_ output: String) {
        var output = output
        isOpen.withLock { isOpen in
            // An app goes on changing while it is shut down.
            guard isOpen else { return }
            // Whoever cannot be shown anything cannot be told that either; the next read ends the program.
            _ = output.withUTF8 { writeAll(STDOUT_FILENO, UnsafeRawBufferPointer($0)) }
        }
    }

    /// What comes from the terminal, until it ends or nobody listens any more.
    func events() -> AsyncStream<Event> {
        AsyncStream { continuation in
            let endListening: (@Sendable () -> Void)? = SignalPipe.shared?.listen(to: [SIGWINCH]) { _ in
                continuation.yield(.resized)
            }
            // A queue of its own has a thread of its own: it has nothing else to do than to wait.
            DispatchQueue(label: "AccountDemo.TerminalScreen").async { [self] in
                var parser = KeyParser()
                var buffer = [UInt8](repeating: 0, count: 1 << 14)
                // This waits for no drawing: a terminal may take no more of it until its keys are read.
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
