/// How long each of many exchanges took, in microseconds, and all of them together.
struct Latencies {
    private let sorted: [Double]

    /// How many there were in a second.
    let perSecond: Double

    init(_ samples: [Double], elapsed seconds: Double) {
        sorted = samples.sorted()
        perSecond = Double(samples.count) / seconds
    }

    /// The latency that a part of all is not above.
    func quantile(_ part: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    /// The one in the middle.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}
