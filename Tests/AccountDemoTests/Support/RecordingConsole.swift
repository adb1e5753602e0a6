import AccountDemo
import Persistence
import Synchronization

/// A console that records the output and returns a fixed password.
final class RecordingConsole: Console {
    private let printed = Mutex((output: "", error: "", prompts: [String]()))
    private let password: Result<String, PasswordInputError>
    private let takesOutput: Bool
    private let onWrite: @Sendable (String) -> Void
    let errorColumns: Int?
    let columns: Int?

    /// The answer to questions; nil if the console is no terminal.
    private let answer: Bool?
    var canAsk: Bool { answer != nil }

    init(
        password: Result<String, PasswordInputError> = .success("password1"),
        takesOutput: Bool = true,
        errorColumns: Int? = nil,
        columns: Int? = nil,
        answer: Bool? = nil,
        onWrite: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.password = password
        self.onWrite = onWrite
        self.takesOutput = takesOutput
        self.errorColumns = errorColumns
        self.columns = columns
        self.answer = answer
    }

    /// All of standard output.
    var output: String { printed.withLock { $0.output } }

    /// All of standard error.
    var error: String { printed.withLock { $0.error } }

    /// The prompts for passwords.
    var prompts: [String] { printed.withLock { $0.prompts } }

    /// Runs a command line on this console, with the lowest hashing cost.
    func run(
        _ arguments: [String?],
        environment: [String: String] = [:],
        stopRequests: StopRequests = .none,
        uptime: @escaping @Sendable () -> Duration = Program.systemUptime,
        pause: @escaping @Sendable (Duration) async -> Void = Program.systemPause
    ) async -> ExitCode {
        await Program(
            console: self,
            environment: environment,
            hashingCost: .minimal,
            stopRequests: stopRequests,
            uptime: uptime,
            pause: pause
        ).run(arguments)
    }

    func write(_ text: String) -> Bool {
        onWrite(text)
        if takesOutput { printed.withLock { $0.output += text } }
        return takesOutput
    }

    func writeError(_ text: String) { printed.withLock { $0.error += text } }

    func openScreen(hasMouse: Bool) -> TerminalScreen? { nil }

    func confirm(_ question: String, stopped: String) -> Bool {
        printed.withLock { $0.prompts.append(question) }
        return answer == true
    }

    func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String] {
        printed.withLock { $0.prompts += prompts.joined() }
        let password = try password.get()
        // The first one is the current password, and the others are new.
        return prompts.indices.map { $0 == 0 ? password : "new " + password }
    }
}
