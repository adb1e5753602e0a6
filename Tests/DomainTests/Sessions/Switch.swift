import Synchronization

/// A switch that a test turns while a double looks at it.
final class Switch: Sendable {
    private let value: Mutex<Bool>

    init(_ isOn: Bool) { value = Mutex(isOn) }

    var isOn: Bool {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
