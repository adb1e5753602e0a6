import AccountFlowTesting
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

struct DateGeneratorTests {
    @Test func `a clock is read at every call`() {
        let seconds = Mutex<TimeInterval>(0)
        let clock = DateGenerator {
            let passed: TimeInterval = seconds.withLock { seconds in
                seconds += 1
                return seconds
            }
            return Date.stub.addingTimeInterval(passed)
        }
        #expect(clock.now == .stub + 1)
        #expect(clock.now == .stub + 2)
    }

    @Test func `the clock of the system returns a date between two readings`() {
        let before = Date()
        let now = DateGenerator.system.now
        let after = Date()
        #expect(before <= now)
        #expect(now <= after)
    }
}

struct IDGeneratorTests {
    @Test func `a generator returns the results of its function`() {
        let source = IDGenerator.sequential(prefix: "id-")
        #expect([source.next(), source.next(), source.next()] == ["id-1", "id-2", "id-3"])
    }

    @Test func `random identifiers have 64 hexadecimal digits`() {
        let digits = Set("0123456789abcdef".utf8)
        let identifiers = (0..<1_000).map { _ in IDGenerator.random.next() }
        #expect(identifiers.allSatisfy { $0.utf8.count == 64 && digits.isSuperset(of: $0.utf8) })
    }

    @Test func `C12 a million random identifiers differ, even in their first quarter`() {
        // 64 random bits repeat by chance within a million draws once in 37 million runs.
        let count = Thoroughness.count(100_000, change: 1_000_000, soak: 1_000_000)
        var seen = Set<UInt64>(minimumCapacity: count)
        for _ in 0..<count { seen.insert(IDGenerator.randomWords().0) }
        #expect(seen.count == count)
    }

    @Test func `C12 ten thousand random identifiers do not repeat, nor does any quarter of them`() {
        var seen: Set<Substring> = []
        for _ in 0..<10_000 {
            var rest = IDGenerator.random.next()[...]
            while !rest.isEmpty {
                seen.insert(rest.prefix(16))
                rest = rest.dropFirst(16)
            }
        }
        #expect(seen.count == 40_000)
    }

    @Test func `every position of a random identifier can have every digit`() {
        // A position misses a digit by chance in 2,000 draws less than once in 10^50 runs.
        var seen = Array(repeating: Set<UInt8>(), count: 64)
        for _ in 0..<2_000 {
            for (place, digit) in IDGenerator.random.next().utf8.enumerated() { seen[place].insert(digit) }
        }
        #expect(seen.allSatisfy { $0.count == 16 })
    }
}
