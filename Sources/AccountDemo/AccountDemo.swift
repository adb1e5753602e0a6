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
        let code = await Program(console: SystemConsole(), environment: ProcessEnvironment.variables)
            .run(ProcessEnvironment.arguments)
        exit(code.rawValue)
    }
}
