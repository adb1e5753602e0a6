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

    /// How much of a file is resident by being mapped, in octets, as Linux counts it.
    static func resident(of path: String) throws -> Int {
        var (total, isMapping) = (0, false)
        for line in try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8).split(separator: "\n") {
            // What a mapping is comes before how large it is, and no name of a size has a dash.
            if line.prefix(20).contains("-") { isMapping = line.hasSuffix(path) }
            guard isMapping, line.hasPrefix("Rss:") else { continue }
            total += try #require(Int(line.split(separator: " ")[1])) * 1024
        }
        return total
    }
}
