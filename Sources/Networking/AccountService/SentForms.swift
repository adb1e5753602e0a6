import Domain
import Synchronization

/// Which form this process has sent under which key, for as long as the operation is not over.
///
/// Of a form there is a number alone, which is of no use to anybody else: no other process makes the same one of it.
final class SentForms: Sendable {
    private let numbers = Mutex<[String: Int]>([:])

    /// Whether another form was sent under a key.
    func differ(from form: [AccountField: String], under key: String) -> Bool {
        guard let sent = numbers.withLock({ $0[key] }) else { return false }
        return sent != number(of: form)
    }

    /// Remembers that a form is sent under a key.
    func add(_ form: [AccountField: String], under key: String) {
        let number = number(of: form)
        numbers.withLock { $0[key] = number }
    }

    /// Forgets what was sent under a key.
    func forget(_ key: String) {
        numbers.withLock { $0[key] = nil }
    }

    /// By bytes, as a server compares bodies.
    private func number(of form: [AccountField: String]) -> Int {
        form.mapValues { Array($0.utf8) }.hashValue
    }
}
