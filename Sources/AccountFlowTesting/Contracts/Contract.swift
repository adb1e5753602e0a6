public import Testing

/// The contract of every implementation of a port, such as ``AccountRepositoryContract``.
public struct Contract<Port>: Sendable {
    let make: @Sendable () async throws -> Port

    /// Creates the contract of one implementation.
    ///
    /// - Parameter make: Creates a new, empty implementation.
    public init(_ make: @escaping @Sendable () async throws -> Port) {
        self.make = make
    }

    static func promise(
        _ sentence: String,
        _ check: @escaping @Sendable (Port) async throws -> Void
    ) -> ContractPromise<Self> {
        ContractPromise(sentence) { try await check($0.make()) }
    }
}

/// A promise that every implementation of a port must fulfil.
public struct ContractPromise<Contract>: Sendable, CustomTestStringConvertible {
    private let sentence: String
    private let check: @Sendable (Contract) async throws -> Void

    /// Creates a promise.
    ///
    /// - Parameters:
    ///   - sentence: The promise.
    ///   - check: Verifies the promise.
    public init(_ sentence: String, check: @escaping @Sendable (Contract) async throws -> Void) {
        self.sentence = sentence
        self.check = check
    }

    /// The promise, as the name of a test case.
    public var testDescription: String { sentence }

    /// Verifies the promise, and records an issue if it is broken.
    ///
    /// - Parameter contract: The contract of the implementation.
    /// - Throws: An unexpected error of the implementation, such as a ``Domain/StorageError``.
    public func verify(_ contract: Contract) async throws {
        try await check(contract)
    }
}

/// Returns the results of calls that run at once, in any order.
@discardableResult
func simultaneously<Value: Sendable>(
    _ count: Int,
    _ call: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { try await call(number) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
