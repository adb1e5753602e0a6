import Foundation

/// The nanoseconds that one call took, in several repetitions.
///
/// They are those that the processor spent on this thread: what else runs on the machine is not counted.
struct Measurement {
    /// What each repetition says, in their order.
    let samples: [Double]

    /// Measures one piece of work.
    ///
    /// - Parameter work: What to measure; its result goes where the optimiser cannot see that nobody reads it.
    init<Result>(of work: @escaping () -> Result) {
        self = Self.inTurn([{ blackHole(work()) }])[0]
    }

    private init(samples: [Double]) {
        self.samples = samples
    }

    /// Measures several pieces of work, in nine rounds of about five milliseconds each.
    ///
    /// Every round has all of them, so that a disturbance of the machine is shared by those that are compared.
    static func inTurn(_ works: [() -> Void]) -> [Measurement] {
        let calls = works.map(calibrate)
        var samples = works.map { _ in [Double]() }
        for _ in 0..<9 {
            for place in works.indices {
                samples[place].append(time(calls[place], works[place]) / Double(calls[place]))
            }
        }
        return samples.map(Measurement.init(samples:))
    }

    /// How many times as long this took as another that was measured in turn with it, round by round.
    func ratios(to other: Measurement) -> [Double] { samples.ratios(to: other.samples) }

    /// Warms up, and finds how many calls take long enough.
    private static func calibrate(_ work: () -> Void) -> Int {
        var calls = 1
        while true {
            let elapsed = time(calls, work)
            if elapsed > 1_000_000 || calls > 1 << 24 {
                return max(1, Int(Double(calls) * 5_000_000 / max(elapsed, 1)))
            }
            calls *= 4
        }
    }

    /// The nanoseconds that so many calls take.
    static func time(_ calls: Int, _ work: () -> Void) -> Double {
        let start = now
        for _ in 0..<calls { work() }
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Keeps the optimiser from deleting a result nobody reads.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: Value) {}
