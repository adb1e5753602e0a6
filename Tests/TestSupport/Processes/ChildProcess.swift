package import Foundation
import Synchronization

/// A child process, which is killed when the object is released before the process has exited.
///
/// Otherwise an abandoned child would block Swift Testing, which waits for all child processes at once, and every test
/// with `processExitsWith`.
///
/// This replaces Foundation's `Process`, which on Linux reads past the end of a buffer of file names. That
/// occasionally crashes the tests when many run at a time.
package final class ChildProcess: Sendable {
    package struct Failure: Error {
        package let code: Int32
    }

    /// The result of a process.
    package enum Ending: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    package let identifier: Int32

    private let hasEnded = Atomic(false)

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The environment, or nil for that of this process.
    ///   - input: The standard input, or nil for that of this process.
    ///   - output: The standard output, or nil for that of this process.
    ///   - error: The standard error, or nil for that of this process.
    /// - Throws: `Failure` if the process cannot be started.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        input: FileHandle? = nil,
        output: FileHandle? = nil,
        error: FileHandle? = nil
    ) throws {
        // The new process must not inherit other descriptors, such as the pipes of other children.
        for descriptor in Int32(3)..<1024 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, handle) in [input, output, error].enumerated() {
            guard let handle else { continue }
            posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, Int32(number))
        }
        let values = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var identifier: Int32 = 0
        let code = Self.withPointers(to: [path] + arguments) { arguments in
            Self.withPointers(to: values) { environment in
                posix_spawn(&identifier, path, &actions, nil, arguments, environment)
            }
        }
        guard code == 0 else { throw Failure(code: code) }
        self.identifier = identifier
    }

    deinit {
        guard !hasEnded.load(ordering: .acquiring) else { return }
        signal(SIGKILL)
        _ = wait()
    }

    private static func withPointers<Value>(
        to texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }

    /// The result of the process, after waiting for its exit.
    ///
    /// Use it once, and not together with ``wait()``.
    package var ending: Ending {
        get async throws { try await onOwnThread(wait) }
    }

    /// Blocks the thread until the process exits.
    ///
    /// Call it once.
    ///
    /// - Returns: The result of the process.
    package func wait() -> Ending {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        hasEnded.store(true, ordering: .releasing)
        return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// Sends a signal to the process.
    package func signal(_ number: Int32) {
        kill(identifier, number)
    }
}

/// Runs a blocking function on a thread of its own, so that it blocks no task.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    // After a throwing continuation, an optimised build would leave the actor of the caller.
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}
