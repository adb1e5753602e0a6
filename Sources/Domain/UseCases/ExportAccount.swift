#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A use case that collects what the app stores about the account of the signed-in user.
///
/// It always requires the password, so that access to an unlocked device is not enough.
public struct ExportAccount: Sendable {
    private let service: any AccountService & SessionVerifying
    private let sessions: CurrentSession
    private let listSessions: ListSessions
    private let consents: any ConsentRepository
    private let events: any SecurityEventRecorder

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Checks the password, and reports the profile.
    ///   - sessions: The session of the user.
    ///   - listSessions: Lists the sessions on this device.
    ///   - consents: The store of the consents.
    ///   - events: The log of security events, which gets one for the export.
    public init(
        service: any AccountService & SessionVerifying,
        sessions: CurrentSession,
        listSessions: ListSessions,
        consents: any ConsentRepository,
        events: any SecurityEventRecorder
    ) {
        self.service = service
        self.sessions = sessions
        self.listSessions = listSessions
        self.consents = consents
        self.events = events
    }

    /// Collects the data of an account.
    ///
    /// Security events are those under the ID since the registration, if the service reports its date, and since the last
    /// deletion of an account with this ID on this device. An e-mail address may be that of others too, so events under one
    /// that is not the ID are left out.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    /// - Returns: The data, with neither a password hash nor a token.
    /// - Throws: ``ExportAccountError``.
    public func callAsFunction(
        _ session: Session,
        password: Password
    ) async throws(ExportAccountError) -> AccountExport {
        let id = session.accountID
        do throws(AuthenticationError) {
            try await ConfirmPassword(service: service, sessions: sessions)(session, password: password)
        } catch {
            throw ExportAccountError(error)
        }
        let owner = try await owner(of: session)
        let tag = AccountTag(id)
        await events.record(RecordedEvent(.exported(tag), at: sessions.dates.now))
        let agreed: [Consent]
        let items: [SessionItem]
        do throws(StorageError) {
            agreed = try await consents.consents(of: id)
            items = try await listSessions()
        } catch {
            throw .service(.storage(error))
        }
        let recorded: [RecordedEvent]
        do {
            recorded = try await events.events(of: tag)
        } catch {
            throw .eventsUnreadable(error)
        }
        // Events of an earlier owner of the ID have the same tag. A log may shorten dates to milliseconds.
        let start = recorded.lastIndex { $0.event == .deleted(tag) }.map { $0 + 1 } ?? 0
        let registration = owner.createdAt.map { $0 - 0.001 } ?? .distantPast
        return AccountExport(
            owner: owner,
            consents: agreed,
            sessions: items.filter { $0.accountID == id },
            events: recorded[start...].filter { $0.date >= registration },
            exportedAt: sessions.dates.now
        )
    }

    private func owner(of session: Session) async throws(ExportAccountError) -> AccountOwner {
        do throws(AccountServiceFailure) {
            return try await service.owner(of: sessions.usable(session))
        } catch {
            switch error {
            case .tokenRefused: throw .sessionEnded
            // The session has a copy of what the server reported.
            case .notOffered: return AccountOwner(accountID: session.accountID, profile: session.profile)
            default: throw .service(error)
            }
        }
    }
}

/// The reason why the data of an account was not exported.
public enum ExportAccountError: Error, Hashable, Sendable {
    /// The password is incorrect, or the account was deleted.
    case wrongPassword

    /// After repeated wrong passwords, attempts are rejected.
    case throttled(Throttling)

    /// The session has ended, or the account was deleted.
    case sessionEnded

    /// The security events cannot be read.
    case eventsUnreadable(SecurityEventError)

    /// The account service, the store of the sessions or the store of the consents failed.
    case service(AccountServiceFailure)
}

extension ExportAccountError: PasswordConfirmationError {}
