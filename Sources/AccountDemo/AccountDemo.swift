import App
import Presentation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal program.
@main
struct AccountDemo {
    static func main() async {
        // A reader that has gone is an error of writing like others, not the end of everything.
        signal(SIGPIPE, SIG_IGN)
        let program = Program(
            console: SystemConsole(),
            environment: ProcessEnvironment.variables,
            stopRequests: .signals
        )
        let code = await program.run(ProcessEnvironment.arguments)
        exit(code.rawValue)
    }
}
