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

/// The settings of the terminal before the program changed them.
///
/// They are global, because a signal handler has to restore them.
enum SavedTerminal {
    private struct Settings {
        let attributes: termios
        let sequence: StaticString
    }

    /// The address of the settings to restore; 0 if there are none.
    private static let saved = Atomic<UInt>(0)

    /// Changes the attributes of standard input until they are restored; returns false if that is not possible.
    ///
    /// `sequence` is written to standard output when they are restored.
    static func change(leavingWith sequence: StaticString = "", _ change: (inout termios) -> Void) -> Bool {
        var attributes = termios()
        guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return false }
        // The memory stays allocated, because a signal may arrive at any time.
        let settings = UnsafeMutablePointer<Settings>.allocate(capacity: 1)
        settings.initialize(to: Settings(attributes: attributes, sequence: sequence))
        let address = UInt(bitPattern: settings)
        guard saved.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing).exchanged else {
            return false
        }
        change(&attributes)
        return tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes) == 0
    }

    /// Restores the attributes, and discards unread keys; safe in a signal handler, because it needs no memory and no
    /// lock.
    ///
    /// If the terminal accepts no output within `patience` milliseconds, the sequence is omitted; -1 waits for ever.
    static func restore(patience: Int32 = -1) {
        let address = saved.exchange(0, ordering: .acquiringAndReleasing)
        guard let settings = UnsafePointer<Settings>(bitPattern: address) else { return }
        // This comes first, because writing may block until a signal ends the process. TCSAFLUSH would block too.
        var attributes = settings.pointee.attributes
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
        tcflush(STDIN_FILENO, TCIFLUSH)
        let sequence = settings.pointee.sequence
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        if sequence.utf8CodeUnitCount > 0, patience < 0 || poll(&output, 1, patience) == 1 {
            _ = systemWrite(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
        }
    }
}
