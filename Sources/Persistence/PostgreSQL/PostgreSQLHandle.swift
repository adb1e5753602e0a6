internal import CAccountFlowPostgreSQL
import Synchronization

/// A connection of libpq, which is closed when this object is released.
final class PostgreSQLHandle: Sendable {
    let functions: PQFunctions

    /// The address of the connection, because a pointer is not Sendable.
    private let address: UInt

    /// Whether another host of the connection string may accept what this one refuses.
    let hasOtherHosts: Bool

    /// Whether a commit no longer waits for a synchronous standby, since this was last set to false.
    let hasStoppedWaiting = Atomic(false)

    var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }

    /// Starts to connect with parameters, or returns nil without memory.
    init?(_ parameters: String, _ functions: PQFunctions, hasOtherHosts: Bool) {
        guard let connection = functions.connectStart(parameters) else { return nil }
        (address, self.functions, self.hasOtherHosts) = (UInt(bitPattern: connection), functions, hasOtherHosts)
        // PQERRORS_SQLSTATE: a message is a state instead of a text in the server's language.
        _ = functions.setErrorVerbosity(connection, 3)
        let receiver: PQNoticeReceiver = { context, notice in
            guard let context else { return }
            Unmanaged<PostgreSQLHandle>.fromOpaque(context).takeUnretainedValue().take(notice)
        }
        _ = functions.setNoticeReceiver(connection, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { functions.finish(pointer) }

    /// Takes a notice, which a function of the server sends (PG_DIAG_SOURCE_FUNCTION).
    ///
    /// The state of a cancelled wait is that of other warnings, such as those of triggers, and its text is in the server's
    /// language.
    private func take(_ notice: UnsafeRawPointer?) {
        let sender = functions.resultErrorField(notice, 82).map { String(cString: $0) }
        if sender == "SyncRepWaitForLSN" { hasStoppedWaiting.store(true, ordering: .relaxed) }
    }
}
