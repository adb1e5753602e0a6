#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where pending operations are kept that a server has not answered definitively.
///
/// They outlive the process, so that an app that was ended in the middle of a request asks for the same thing
/// afterwards, and not for another.
public protocol PendingOperationRepository: Sendable {
    /// Stores an operation, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - operation: The operation to be stored.
    ///   - oldest: Pending operations that began before this moment are forgotten, whatever they are about.
    /// - Returns: The operation that is stored now: the given one, or the one that was there.
    /// - Throws: ``StorageError``; then nothing may be sent.
    func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) async throws(StorageError)
        -> PendingOperation

    /// Forgets an operation; it is no error if it is not stored.
    ///
    /// - Parameter operation: The operation; another one about the same thing stays.
    /// - Throws: ``StorageError``; then the operation is still there.
    func end(_ operation: PendingOperation) async throws(StorageError)

    /// Reads every stored operation.
    ///
    /// - Returns: The pending operations, in the order in which they began.
    /// - Throws: ``StorageError`` where the store cannot be read.
    func pending() async throws(StorageError) -> [PendingOperation]
}
