import Domain
import Persistence

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
