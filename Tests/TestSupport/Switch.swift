import Synchronization

/// A switch that a test turns while a double looks at it.
package final class Switch: Sendable {
    private let value: Mutex<Bool>

    package init(_ isOn: Bool) { value = Mutex(isOn) }

    package var isOn: Bool {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
