#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store of operations without a definitive response from the server.
///
/// The operations are stored durably: after a crash during a request, the app repeats the same request.
public protocol PendingOperationRepository: Sendable {
    /// Stores an operation, unless an operation with the same action and account is stored.
    ///
    /// - Parameters:
    ///   - operation: The new operation.
    ///   - oldest: Removes all operations that began before this date.
    /// - Returns: The stored operation: the given one, or the one that was stored before.
    /// - Throws: ``StorageError``; in that case, nothing must be sent.
    func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) async throws(StorageError)
        -> PendingOperation

    /// Removes an operation; it is no error if it is not stored.
    ///
    /// - Parameter operation: The operation. One with another key stays.
    /// - Throws: ``StorageError``; in that case, the operation is still stored.
    func end(_ operation: PendingOperation) async throws(StorageError)

    /// Returns all stored operations.
    ///
    /// - Returns: The operations, in the order in which they began.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func pending() async throws(StorageError) -> [PendingOperation]
}
