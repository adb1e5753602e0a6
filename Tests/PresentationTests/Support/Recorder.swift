import Presentation

/// Keeps every value that an observed value delivers, from the present one on.
@MainActor
final class Recorder<Value> {
    private(set) var values: [Value] = []
    private var subscription: ObservationToken?

    init(_ observed: ObservedValue<Value>) {
        subscription = observed.observe { [weak self] in self?.values.append($0) }
    }
}

/// Keeps the outcomes of a screen.
@MainActor
final class Outcomes {
    var all: [ScreenOutcome] = []
}

extension ObservedValue where Value: Sendable {
    /// Waits for the first value that a test is interested in, the present one included.
    func first(where isWanted: @escaping (Value) -> Bool) async -> Value {
        var subscription: ObservationToken?
        defer { subscription?.cancel() }
        var isFound = false
        return await withCheckedContinuation { continuation in
            subscription = observe { value in
                guard !isFound, isWanted(value) else { return }
                isFound = true
                continuation.resume(returning: value)
            }
        }
    }
}
