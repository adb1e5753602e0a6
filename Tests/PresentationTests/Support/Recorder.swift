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
