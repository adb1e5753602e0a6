#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@main
struct AccountDemo {
    static func main() async {
        openClosedStreams()
        StopSignals.install()
        let program = Program(
            console: SystemConsole(),
            environment: ProcessInfo.processInfo.environment,
            stopRequests: .signals
        )
        endProcess(await program.run(arguments))
    }

    /// The arguments without the name of the program; nil is an argument that is not valid UTF-8.
    ///
    /// `CommandLine.arguments` would repair such an argument, so an account would get an ID that the user did not type.
    private static var arguments: [String?] {
        CommandLine.unsafeArgv.withMemoryRebound(
            to: UnsafeMutablePointer<CChar>?.self,
            capacity: Int(CommandLine.argc)
        ) { pointers in
            (1..<max(1, Int(CommandLine.argc))).map { place in
                pointers[place].flatMap { String(validatingCString: $0) }
            }
        }
    }
}
