#if os(Linux)
import Foundation

/// What this process takes of the system at the moment, as `/proc` tells it.
struct ProcessUsage {
    /// The memory that it has in use, in bytes.
    let residentBytes: Int

    /// The most memory that it has had in use, in bytes.
    let peakBytes: Int

    let threads: Int
    let descriptors: Int

    init() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        }
        residentBytes = number("VmRSS") << 10
        peakBytes = number("VmHWM") << 10
        threads = number("Threads")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
#endif
