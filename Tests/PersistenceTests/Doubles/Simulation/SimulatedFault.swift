import Persistence

/// How the simulated system fails a call.
enum SimulatedFault: Hashable, Sendable {
    /// The call changes nothing; a synchronisation that fails forgets what it had to do.
    case error(Int32)

    /// A write takes only so many bytes.
    case short(Int)

    /// Decides by the number of a call, from 0, and by what was asked, how it fails.
    typealias Plan = @Sendable (_ number: Int, _ call: SimulatedCall) -> SimulatedFault?

    static let none: Plan = { _, _ in nil }

    /// Fails one call, by its number from 0.
    static func once(at number: Int, _ fault: SimulatedFault) -> Plan {
        { call, _ in call == number ? fault : nil }
    }

    /// Fails every call from one on, by its number from 0, or only those of one kind.
    static func forever(from number: Int, of operation: FileSystemOperation? = nil, _ fault: SimulatedFault) -> Plan {
        { asked, call in
            guard asked >= number, operation == nil || operation == call.operation else { return nil }
            return fault
        }
    }
}
