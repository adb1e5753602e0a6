public import Testing

/// One promise that every implementation of a port keeps.
///
/// A contract lists its promises, so that a suite that tries all of them forgets none.
public struct ContractPromise<Contract>: Sendable, CustomTestStringConvertible {
    private let sentence: String
    private let check: @Sendable (Contract) async throws -> Void

    /// Creates a promise.
    ///
    /// - Parameters:
    ///   - sentence: What is promised.
    ///   - check: Tries it.
    public init(_ sentence: String, check: @escaping @Sendable (Contract) async throws -> Void) {
        self.sentence = sentence
        self.check = check
    }

    /// What is promised, as the name of a test case.
    public var testDescription: String { sentence }

    /// Tries the promise; what is broken is an issue of the test.
    ///
    /// - Parameter contract: The contract of what is to be tried.
    /// - Throws: What the tried implementation throws where it should not, such as a ``Domain/StorageError``.
    public func verify(_ contract: Contract) async throws {
        try await check(contract)
    }
}
