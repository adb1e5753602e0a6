#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the system hands to this process.
enum ProcessEnvironment {
    /// The arguments without the name of the program; nil stands for one that is not valid UTF-8.
    ///
    /// `CommandLine.arguments` would repair such an argument, and an account would be registered under a name that
    /// nobody typed.
    static var arguments: [String?] {
        CommandLine.unsafeArgv.withMemoryRebound(
            to: UnsafeMutablePointer<CChar>?.self,
            capacity: Int(CommandLine.argc)
        ) { pointers in
            (1..<max(1, Int(CommandLine.argc))).map { place in
                pointers[place].flatMap { String(validatingCString: $0) }
            }
        }
    }

    /// The environment variables.
    static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
