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

/// The signals that end the program: the first one in good order, and the second one at once.
///
/// After SIGTERM and SIGHUP, the program ends within a second, even if it waits for a server, a disk or a pipe.
///
/// The handlers need no memory, so that the program also ends if the system has none left.
enum StopSignals {
    static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// The time to end in good order, in microseconds: less than the second after which many senders use SIGKILL.
    private static let patience: UInt32 = 800_000

    /// The first signal; 0 if there was none.
    private static let first = Atomic<Int32>(0)

    /// Handles the signals from now on.
    ///
    /// SIGHUP and SIGINT stay ignored if they are, as under `nohup` and in the background of a script. SIGTERM does not:
    /// it is the way to end a program without a terminal.
    static func install() {
        // A global is initialised at its first use, which must not be in a handler.
        _ = (first.load(ordering: .relaxed), patience, SignalPipe.write(0))
        SavedTerminal.restore()
        for number in numbers {
            let earlier = signal(number) { StopSignals.receive($0) }
            // Functions can only be compared by address.
            let isIgnored = unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            if isIgnored, number != SIGTERM { signal(number, SIG_IGN) }
        }
        signal(SIGALRM) { StopSignals.expire($0) }
        // Writing to a closed pipe, or beyond the maximum size of a file, is an error instead.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        // The parent process may have blocked the signals.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for number in numbers + [SIGALRM] { sigaddset(&blocked, number) }
        pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
        // Its thread inherits this mask.
        _ = SignalPipe.shared
    }

    /// Restores the terminal and terminates the process; safe in a signal handler.
    static func end(by number: Int32) -> Never {
        // Otherwise, restoring the terminal would suspend a process in the background.
        signal(SIGTTOU, SIG_IGN)
        SavedTerminal.restore(patience: 100)
        // Shells report this exit code for a process that a signal terminated.
        _exit(128 + number)
    }

    private static func receive(_ number: Int32) {
        let code = errno
        let isFirst = first.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
        // Without a pipe, nothing has begun that could end in good order.
        guard isFirst, SignalPipe.write(number) else { end(by: number) }
        // A user who waits too long can press Ctrl-C again. Other senders expect the program to end.
        if number != SIGINT { ualarm(patience, 0) }
        errno = code
    }

    /// Ends the program, which could not end in good order in time.
    private static func expire(_ number: Int32) {
        let first = first.load(ordering: .relaxed)
        end(by: first == 0 ? number : first)
    }
}
