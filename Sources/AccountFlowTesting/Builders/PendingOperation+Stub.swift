public import Domain
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PendingOperation {
    /// An operation of which a test says only what matters to it: everything has a value unless it is given one.
    ///
    /// - Parameters:
    ///   - action: What is wanted.
    ///   - id: The ID of the account concerned; the test ends where it is not well formed.
    ///   - key: What the server knows the operation by.
    ///   - begunAt: When the operation began.
    /// - Returns: The operation.
    public static func stub(
        _ action: Action = .register,
        id: String = "abcdef@gmail.com",
        key: String = "key-1",
        begunAt: Date = .stub
    ) -> PendingOperation {
        PendingOperation(action: action, accountID: .stub(id), key: key, begunAt: begunAt)
    }
}
