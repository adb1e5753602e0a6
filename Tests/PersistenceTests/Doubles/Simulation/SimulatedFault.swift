import Domain
import Foundation
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

/// A call that the simulated system has received.
struct SimulatedCall: Hashable, Sendable, CustomStringConvertible {
    let operation: FileSystemOperation

    /// The name under which the file was opened, or the path of the folder.
    let name: String

    /// How many bytes are to be written.
    var byteCount = 0

    var description: String { "\(operation) \(name)" }
}

/// Why the simulated system refuses a call that no test has told it to refuse.
enum SimulatedFailure: Error {
    case missing, exists, notFolder, isFolder, notEmpty, notPermitted, notOpen, notWritable, invalid, crashed

    /// The value of `errno`.
    var code: Int32 {
        switch self {
        case .missing: ENOENT
        case .exists: EEXIST
        case .notFolder: ENOTDIR
        case .isFolder: EISDIR
        case .notEmpty: ENOTEMPTY
        case .notPermitted: EPERM
        case .notOpen, .notWritable: EBADF
        case .invalid: EINVAL
        case .crashed: EIO
        }
    }
}

/// A call that goes wrong, once or from then on.
struct FaultyCall: Sendable, CustomStringConvertible {
    let number: Int
    let call: SimulatedCall
    let fault: SimulatedFault
    let isLasting: Bool

    static let codes = [EIO, ENOSPC, EDQUOT, EACCES, EMFILE, EINTR]

    /// Every way in which one of these calls can go wrong.
    static func all(of calls: [SimulatedCall]) -> [FaultyCall] {
        calls.enumerated().flatMap { number, call in
            codes.flatMap { code in
                [false, true].map {
                    FaultyCall(number: number, call: call, fault: .error(code), isLasting: $0)
                }
            } + splits(number, call)
        }
    }

    /// Writes that take only a part, after each byte of what is not long.
    private static func splits(_ number: Int, _ call: SimulatedCall) -> [FaultyCall] {
        stride(from: 1, to: call.byteCount, by: max(1, call.byteCount / 256)).map { count in
            FaultyCall(number: number, call: call, fault: .short(count), isLasting: false)
        }
    }

    var plan: SimulatedFault.Plan {
        isLasting
            ? SimulatedFault.forever(from: number, of: call.operation, fault) : SimulatedFault.once(at: number, fault)
    }

    /// What a store that fails over it says, nil where it has no right to fail.
    var reason: StorageError.Reason? {
        // Nobody is told of a lock that is still held: whoever holds it can go on.
        if call.operation == .unlock { return nil }
        return switch fault {
        case .error(EINTR) where !isLasting: nil
        case .short: nil
        case .error(ENOSPC), .error(EDQUOT): .full
        case .error(EACCES): .notPermitted
        case .error(let code): .failed(code: code)
        }
    }

    var description: String { "\(fault) \(isLasting ? "from" : "at") call \(number), \(call)" }
}
