import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much memory this process takes.
enum MemoryUse {
    /// The most that was ever resident, in octets, as Linux counts it.
    static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kibibytes = try #require(Int(line.split(separator: " ").dropFirst().dropLast().joined()))
        return kibibytes * 1024
    }
}
