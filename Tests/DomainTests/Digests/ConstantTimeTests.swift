import Domain
import TestSupport
import Testing

/// Tests of the comparison in constant time.
struct ConstantTimeTests {
    @Test(arguments: [([], [], true), ([1], [1], true), ([1], [2], false), ([1], [], false), ([], [1], false)])
    func `equal bytes compare as equal, and others as different`(left: [UInt8], right: [UInt8], expected: Bool) {
        #expect(ConstantTime.areEqual(left, right) == expected)
    }

    @Test(.timeLimit(.minutes(5)))
    func `C11 a difference in the first byte takes as long to find as one in the last`() {
        let stored = [UInt8](repeating: 7, count: 73)
        var (first, last) = (stored, stored)
        first[0] = 8
        last[72] = 8
        // A busy machine can spoil a single comparison, but code that stops early spoils all of them by a factor.
        let isEven = (1...20).contains { _ in
            let samples = Timing.interleaved(
                rounds: Thoroughness.count(100, change: 1_000, soak: 1_000),
                { for _ in 0..<1_000 { precondition(!ConstantTime.areEqual(stored, first)) } },
                { for _ in 0..<1_000 { precondition(!ConstantTime.areEqual(stored, last)) } }
            )
            return abs(samples.ratioOfMedians - 1) < 0.02
        }
        #expect(isEven)
    }
}
