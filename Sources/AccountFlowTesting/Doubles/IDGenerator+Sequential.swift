public import Domain
import Synchronization

extension IDGenerator {
    /// Identifiers that a test can foretell: `token-1`, `token-2` and so on.
    ///
    /// - Parameter prefix: What stands before the number, which begins with 1.
    /// - Returns: A source that counts for itself.
    public static func sequential(prefix: String = "token-") -> IDGenerator {
        let count = Count()
        return IDGenerator { prefix + String(count.next()) }
    }

    private final class Count: Sendable {
        private let value = Mutex(0)

        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }
}
