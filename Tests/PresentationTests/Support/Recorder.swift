import Presentation

/// A recorder of the values that an observed value delivers, starting with the current one.
@MainActor
final class Recorder<Value> {
    private(set) var values: [Value] = []
    private var subscription: ObservationToken?

    init(_ observed: ObservedValue<Value>) {
        subscription = observed.observe { [weak self] in self?.values.append($0) }
    }
}

/// A record of a screen's outcomes.
@MainActor
final class Outcomes {
    var all: [ScreenOutcome] = []
}

extension ObservedValue where Value: Sendable {
    /// Returns the first value that satisfies a condition; this can be the current one.
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
