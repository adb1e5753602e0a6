import AccountFlowTesting
import Domain
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct DateGeneratorTests {
    @Test func `a constant clock stands still`() {
        let clock = DateGenerator.constant(.stub)
        #expect([clock.now, clock.now] == [.stub, .stub])
    }

    @Test func `a clock is read each time it is asked`() {
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

    @Test func `the clock of the system tells the time between two looks at it`() {
        let before = Date()
        let now = DateGenerator.system.now
        let after = Date()
        #expect(before <= now && now <= after)
    }
}
