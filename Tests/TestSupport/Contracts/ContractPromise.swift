import Testing

/// One promise that every implementation of a port keeps.
///
/// A contract lists its promises, so that a suite that tries all of them forgets none.
package struct ContractPromise<Contract>: Sendable, CustomTestStringConvertible {
    private let sentence: String
    private let check: @Sendable (Contract) async throws -> Void

    /// Creates a promise.
    ///
    /// - Parameters:
    ///   - sentence: What is promised.
    ///   - check: Tries it.
    package init(_ sentence: String, check: @escaping @Sendable (Contract) async throws -> Void) {
        self.sentence = sentence
        self.check = check
    }

    package var testDescription: String { sentence }

    /// Tries the promise.
    package func hold(for contract: Contract) async throws {
        try await check(contract)
    }
}
