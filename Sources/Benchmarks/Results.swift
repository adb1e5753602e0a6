import Synchronization

/// Samples that one thread collects for another.
final class Results: Sendable {
    private let samples = Mutex<[Double]>([])

    var all: [Double] { samples.withLock { $0 } }

    func append(_ sample: Double) {
        samples.withLock { $0.append(sample) }
    }
}
