#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where intents are kept that a server has not answered definitively.
///
/// They outlive the process, so that an app that was ended in the middle of a request asks for the same thing
/// afterwards, and not for another.
public protocol IntentRepository: Sendable {
    /// Stores an intent, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - intent: The intent to be stored.
    ///   - oldest: Intents that began before this moment are forgotten, whatever they are about.
    /// - Returns: The intent that is stored now: the given one, or the one that was there.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another ``StorageError/Reason-swift.enum``; then
    ///   nothing may be sent.
    func begin(_ intent: PendingIntent, forgettingBefore oldest: Date) async throws(StorageError) -> PendingIntent

    /// Forgets an intent; it is no error if it is not stored.
    ///
    /// - Parameter intent: The intent; another one about the same thing stays.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another ``StorageError/Reason-swift.enum``; then
    ///   the intent is still there.
    func end(_ intent: PendingIntent) async throws(StorageError)

    /// Reads every stored intent.
    ///
    /// - Returns: The intents, in the order in which they began.
    /// - Throws: `StorageError` with `.corrupt`, `.notPermitted` or another ``StorageError/Reason-swift.enum`` where
    ///   the store cannot be read.
    func pending() async throws(StorageError) -> [PendingIntent]
}
