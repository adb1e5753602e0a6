import Domain
import Foundation
import Persistence

/// The failure of a call to the simulated system.
enum SimulatedFault: Hashable, Sendable {
    /// The call throws an error and changes nothing. A failed synchronisation abandons the unwritten changes.
    case error(Int32)

    /// A write writes only this number of bytes.
    case short(Int)

    /// Returns the fault of a call, by its number from 0 and its description.
    typealias Plan = @Sendable (_ number: Int, _ call: SimulatedCall) -> SimulatedFault?

    static let none: Plan = { _, _ in nil }

    /// Returns a plan that fails one call, by its number from 0.
    static func once(at number: Int, _ fault: SimulatedFault) -> Plan {
        { call, _ in call == number ? fault : nil }
    }

    /// Returns a plan that fails every call from a number on, or only those of one operation.
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

    /// The name by which the file was opened, or the path of the folder.
    let name: String

    /// The number of bytes to write.
    var byteCount = 0

    var description: String { "\(operation) \(name)" }
}

/// The errors of the simulated system itself, without injected faults.
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

/// A call that fails, once or from then on.
struct FaultyCall: Sendable, CustomStringConvertible {
    let number: Int
    let call: SimulatedCall
    let fault: SimulatedFault
    let isLasting: Bool

    static let codes = [EIO, ENOSPC, EDQUOT, EACCES, EMFILE, EINTR]

    /// Returns every fault of each of these calls.
    static func all(of calls: [SimulatedCall]) -> [FaultyCall] {
        calls.enumerated().flatMap { number, call in
            codes.flatMap { code in
                [false, true].map {
                    FaultyCall(number: number, call: call, fault: .error(code), isLasting: $0)
                }
            } + splits(number, call)
        }
    }

    /// Returns short writes of a call, after every byte of a small write and at even distances in a large one.
    private static func splits(_ number: Int, _ call: SimulatedCall) -> [FaultyCall] {
        stride(from: 1, to: call.byteCount, by: max(1, call.byteCount / 256)).map { count in
            FaultyCall(number: number, call: call, fault: .short(count), isLasting: false)
        }
    }

    var plan: SimulatedFault.Plan {
        isLasting
            ? SimulatedFault.forever(from: number, of: call.operation, fault) : SimulatedFault.once(at: number, fault)
    }

    /// The reason that a store reports for this fault, or nil if the store must not fail.
    var reason: StorageError.Reason? {
        // A failed unlock is not reported, because its owner can continue.
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
