/// How long each of many exchanges took, in microseconds, and all of them together.
struct Latencies {
    private let samples: [Double]

    /// How many there were in a second.
    let perSecond: Double

    var p50: Double { samples.median }
    var p99: Double { samples.quantile(0.99) }

    init(_ samples: [Double], elapsed: Duration) {
        self.samples = samples
        perSecond = Double(samples.count) / elapsed.seconds
    }
}
