#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A use case that requests the message with which a user who has forgotten the password sets another one.
///
/// The answer is the same whether the account exists or not. A request is stored, so the user can go on after a relaunch.
public struct RequestPasswordReset: Sendable {
    /// The seconds between two messages for an account.
    public static let pause: TimeInterval = 60

    /// The seconds after which a request is forgotten.
    public static let lifetime: TimeInterval = 24 * 3_600

    private let service: any PasswordResetting
    private let operations: any PendingOperationRepository
    private let dates: DateGenerator
    private let identifiers: IDGenerator

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Sends the message.
    ///   - operations: The store of the requests.
    ///   - dates: The clock.
    ///   - identifiers: Makes the keys of the requests.
    public init(
        service: any PasswordResetting,
        operations: any PendingOperationRepository,
        dates: DateGenerator,
        identifiers: IDGenerator = .random
    ) {
        self.service = service
        self.operations = operations
        self.dates = dates
        self.identifiers = identifiers
    }

    /// How a user proves to be the account owner; with a recovery code, no message is needed.
    public var proof: ResetProof { service.resetProof }

    /// The field with which a user names the account: the ID or the e-mail address.
    public var field: AccountField { service.resetField }

    /// Requests a message, unless the last one for the account was requested less than ``pause`` ago.
    ///
    /// - Parameter id: The text of ``field``, whether the account exists or not.
    /// - Returns: The request. It says neither whether the account exists, nor whether a message was sent.
    /// - Throws: ``RequestPasswordResetError``.
    public func callAsFunction(
        for id: AccountID
    ) async throws(RequestPasswordResetError) -> PasswordResetRequest {
        let operation = PendingOperation(
            action: .resetPassword,
            accountID: id,
            key: identifiers.next(),
            begunAt: dates.now
        )
        let earliest: Date?
        do {
            earliest = try await begin(operation)
        } catch {
            throw .service(.storage(error))
        }
        if let earliest { throw .throttled(until: earliest) }
        do throws(AccountServiceFailure) {
            try await service.requestPasswordReset(for: id)
        } catch {
            switch error {
            // Either could show that the ID is unknown: some servers answer with 404 then.
            case .remote(.refused), .remote(.pathError): break
            default:
                // If this fails, the next request has to wait.
                if !error.leavesOutcomeUnknown { try? await operations.end(operation) }
                throw .service(error)
            }
        }
        return PasswordResetRequest(operation)
    }

    /// Stores a request instead of the last one, or returns the date from which it can be stored.
    private func begin(_ operation: PendingOperation) async throws(StorageError) -> Date? {
        let now = operation.begunAt
        if let last = try await operations.pending().last(where: { $0.conflicts(with: operation) }) {
            if let earliest = PasswordResetRequest(last).earliestResend(at: now) { return earliest }
            try await operations.end(last)
        }
        _ = try await operations.begin(operation, forgettingBefore: now - Self.lifetime)
        return nil
    }

    /// Returns the last request whose password was not set yet, such as after a relaunch.
    ///
    /// - Returns: The request, or nil if there is none.
    /// - Throws: ``StorageError`` if the store cannot be read.
    public func pending() async throws(StorageError) -> PasswordResetRequest? {
        let oldest = dates.now - Self.lifetime
        return try await operations.pending()
            .last { $0.action == .resetPassword && $0.begunAt >= oldest }
            .map { PasswordResetRequest($0) }
    }
}

/// A request of a message with which a password can be set.
public struct PasswordResetRequest: Hashable, Sendable {
    /// The text of ``RequestPasswordReset/field``, whether the account exists or not.
    public let accountID: AccountID

    /// The date of the request.
    public let requestedAt: Date

    /// The date from which another message can be requested, unless ``earliestResend(at:)`` is nil.
    public var resendAt: Date { requestedAt + RequestPasswordReset.pause }

    init(_ operation: PendingOperation) {
        accountID = operation.accountID
        requestedAt = operation.begunAt
    }

    /// Returns the date from which another message can be requested.
    ///
    /// - Parameter now: The current date. A request in its future was made by a clock that was set back since.
    /// - Returns: The date, which is ``RequestPasswordReset/pause`` after the request; nil if that is now.
    public func earliestResend(at now: Date) -> Date? {
        now >= requestedAt && now < resendAt ? resendAt : nil
    }
}

/// The reason why a message was not requested.
public enum RequestPasswordResetError: Error, Hashable, Sendable {
    /// The last message was requested a short time ago; the next one can be requested from this date on.
    case throttled(until: Date)

    /// The account service or the store of the requests failed.
    case service(AccountServiceFailure)
}
