import Foundation
import Testing

/// Measurements of the memory of this process.
enum MemoryUse {
    /// Returns how often a byte sequence occurs in the writable memory of this process, including `needle` itself.
    static func occurrences(of needle: [UInt8]) throws -> Int {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        let memory = try #require(fopen("/proc/self/mem", "r"))
        defer { fclose(memory) }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { chunk.deallocate() }
        let start = try #require(chunk.baseAddress)
        let own = Int(bitPattern: start)..<Int(bitPattern: start) + chunk.count

        var count = 0
        for line in maps.split(separator: "\n") where line.contains(" rw") {
            let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
            guard bounds.count == 2 else { continue }
            // The buffer contains copies of other memory, so it is not searched.
            let whole = bounds[0]..<bounds[1]
            for other in [Int.min..<own.lowerBound, own.upperBound..<Int.max] {
                let part = other.clamped(to: whole)
                var address = part.lowerBound
                while address < part.upperBound {
                    let size = min(chunk.count, part.upperBound - address)
                    let read = pread(fileno(memory), start, size, off_t(address))
                    guard read > 0 else { break }
                    var place = 0
                    while let found = memchr(start + place, Int32(needle[0]), read - place) {
                        place = found - start
                        guard place + needle.count <= read else { break }
                        if memcmp(found, needle, needle.count) == 0 { count += 1 }
                        place += 1
                    }
                    guard address + read < part.upperBound, read >= needle.count else { break }
                    // The chunks overlap, so that an occurrence across their boundary is found.
                    address += read - needle.count + 1
                }
            }
        }
        return count
    }

    /// Returns the peak resident memory in bytes, as Linux reports it.
    static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kibibytes = try #require(Int(line.split(separator: " ").dropFirst().dropLast().joined()))
        return kibibytes * 1024
    }
}
