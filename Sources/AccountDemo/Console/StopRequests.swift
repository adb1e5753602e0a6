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

/// A source of requests to stop an operation.
package struct StopRequests: Sendable {
    private let listen: @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void

    /// Creates a source.
    ///
    /// `listen` calls `stop` with a signal at every request, and returns a function that stops listening.
    package init(listen: @escaping @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void) {
        self.listen = listen
    }

    package static let none = StopRequests { _ in {} }

    /// A source for the signals of ``StopSignals``.
    package static let signals = StopRequests { stop in
        guard let pipe = SignalPipe.shared else { return {} }
        return pipe.listen(to: StopSignals.numbers, stop)
    }

    /// Runs an operation, and cancels its task on request.
    @MainActor
    func cancelling<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
        let task = Task { await work() }
        let end = listen { _ in task.cancel() }
        defer { end() }
        return await task.value
    }

    /// Runs an operation on an app, and shuts the app down afterwards.
    ///
    /// A request calls `clean`, shuts the app down and terminates the process. The process terminates at once if
    /// nothing is pending.
    func shuttingDown<Value>(
        hasPendingWork: @escaping @Sendable () -> Bool,
        _ shutDown: @escaping @Sendable () async -> Void,
        cleaningUp clean: @escaping @Sendable () -> Void = {},
        _ work: () async -> Value
    ) async -> Value {
        let request = Atomic<Int32>(0)
        let end = listen { signal in
            clean()
            guard hasPendingWork() else { StopSignals.end(by: signal) }
            request.store(signal, ordering: .relaxed)
            Task {
                await shutDown()
                StopSignals.end(by: signal)
            }
        }
        defer { end() }
        let value = await work()
        await shutDown()
        // A stopped operation has no result to print.
        let signal = request.load(ordering: .relaxed)
        if signal != 0 { StopSignals.end(by: signal) }
        return value
    }
}

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

/// A pipe that signal handlers write to, because writing is safe in a handler, and the thread that reads it.
///
/// Dispatch's signal sources require ignored signals. Linux drops an ignored signal unless the first thread blocks it.
/// Dispatch suspends that thread without blocked signals, so signals would sometimes be lost. Its own threads block all
/// signals, and so does the first one while Dispatch waits for the memory of another thread. This thread blocks none.
final class SignalPipe: Sendable {
    /// The pipe of this process, which stays open; nil if the system has no descriptors or no memory left.
    static let shared = SignalPipe()

    /// The size of the thread's stack, which is small, so that the thread can also be started with little memory.
    private static let stackSize = 1 << 19

    /// The file descriptor to which handlers write; -1 before there is a pipe.
    private static let writeEnd = Atomic<Int32>(-1)

    private typealias Listener = (number: Int, signals: [Int32], call: @Sendable (_ signal: Int32) -> Void)

    private let readEnd: Int32
    private let listeners = Mutex<[Listener]>([])

    private init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not block.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        // The closure is not in a constant, because the type of its parameter differs between systems.
        let failure = pthread_create(
            &thread,
            &attributes,
            { _ in
                SignalPipe.shared?.passAll()
                return nil
            },
            nil
        )
        guard failure == 0 else { return nil }
        Self.writeEnd.store(ends[1], ordering: .releasing)
    }

    /// Calls a listener with signals until the returned function is called; of several listeners, the last one is called.
    func listen(to signals: [Int32], _ call: @escaping @Sendable (_ signal: Int32) -> Void) -> @Sendable () -> Void {
        let number = listeners.withLock { listeners in
            let number = (listeners.last?.number ?? 0) + 1
            listeners.append((number, signals, call))
            return number
        }
        return { self.listeners.withLock { $0.removeAll { $0.number == number } } }
    }

    /// Writes a signal to the pipe, and returns whether that succeeds; called in a handler.
    static func write(_ signal: Int32) -> Bool {
        var byte = UInt8(truncatingIfNeeded: signal)
        return withUnsafeBytes(of: &byte) { systemWrite(writeEnd.load(ordering: .acquiring), $0.baseAddress, 1) } == 1
    }

    private func passAll() {
        var signal: UInt8 = 0
        while withUnsafeMutableBytes(of: &signal, { readUninterrupted(readEnd, $0) }) == 1 { pass(Int32(signal)) }
    }

    private func pass(_ signal: Int32) {
        if let last = listeners.withLock({ $0.last { $0.signals.contains(signal) } }) {
            last.call(signal)
        } else if StopSignals.numbers.contains(signal) {
            StopSignals.end(by: signal)
        }
    }
}
