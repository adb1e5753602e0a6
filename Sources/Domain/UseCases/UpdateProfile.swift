import Synchronization

/// A use case that changes the profile of the signed-in user.
public struct UpdateProfile: Sendable {
    private let validator: any FormValidating
    private let service: any ProfileUpdating
    private let sessions: CurrentSession
    private let confirming: AnswerChallenge?

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: The validator of the profile's form, independently of the screen.
    ///   - service: Changes the profile.
    ///   - sessions: The session of the user.
    ///   - confirming: Confirms an address that has changed; nil if the account service confirms none.
    public init(
        validator: any FormValidating,
        service: any ProfileUpdating,
        sessions: CurrentSession,
        confirming: AnswerChallenge? = nil
    ) {
        self.validator = validator
        self.service = service
        self.sessions = sessions
        self.confirming = confirming
    }

    /// Returns the profile as it is now, and shows it in the session; an edit should begin from it.
    ///
    /// - Parameter session: The session of the user, which is the current one.
    /// - Returns: The session with that profile, and whether it could be stored; the session as it is if the service
    ///   cannot be asked.
    /// - Throws: `UpdateProfileError.sessionEnded` or `.service`.
    public func current(_ session: Session) async throws(UpdateProfileError) -> OpenedSession {
        try await authorized(session) { [service] current throws(UpdateProfileError) in
            do throws(AccountServiceFailure) {
                return try await service.owner(of: current).profile
            } catch {
                guard error == .notOffered else { throw .service(error) }
                return current.profile
            }
        }
    }

    /// Changes the profile, and the copy of it in the session.
    ///
    /// Only changed fields are validated and sent, so rules that are newer than the profile do not prevent a change of
    /// another field. A change of nothing succeeds without asking the service. A token that the server rejects is
    /// replaced once. A server may end the session until a changed e-mail address is confirmed, so its confirmation is
    /// offered from now on, also if the outcome is unknown.
    ///
    /// - Parameters:
    ///   - session: The session of the user, which is the current one.
    ///   - edit: The changes, and the profile that the user saw before them.
    /// - Returns: The session with the new profile, or the fact that it has ended.
    /// - Throws: ``UpdateProfileError``; in that case, the profile is unchanged, unless the failure of a service on a
    ///   server ``AccountServiceFailure/leavesOutcomeUnknown``.
    public func callAsFunction(
        _ session: Session,
        _ edit: ProfileEdit
    ) async throws(UpdateProfileError) -> AccountChangeOutcome {
        let changed = edit.changedFields
        guard !changed.isEmpty else { return .signedIn(OpenedSession(session)) }
        let fields = Set(validator.fields).intersection(service.updatableFields)
        guard fields.isSuperset(of: changed) else { throw .service(.notOffered) }
        let issues = ProfileValidator(rules: validator, base: edit.base).issues(in: AccountForm(edit.edited))
        guard issues.isEmpty else { throw .invalidInput(issues) }
        let address = changed.contains(.email) ? edit.edited.email : nil
        // The server may end the session before the response arrives.
        let earlier =
            address == nil ? nil : await confirming?.expectConfirmation(of: session.accountID, at: address)
        // The session may end because of the change, and its answer is dropped then.
        let answer = Mutex<Result<Profile, UpdateProfileError>?>(nil)
        var outcome = AccountChangeOutcome.sessionEnded
        do throws(UpdateProfileError) {
            let opened = try await authorized(session) { [service] current throws(UpdateProfileError) in
                let result: Result<Profile, UpdateProfileError>
                do throws(UpdateProfileError) {
                    result = .success(try await service.updateProfile(of: current, edit))
                } catch {
                    result = .failure(error)
                }
                answer.withLock { $0 = result }
                return try result.get()
            }
            outcome = .signedIn(opened)
        } catch {
            switch (error, answer.withLock { $0 }) {
            case (.sessionEnded, .success): break
            case (.sessionEnded, .failure(.service(let failure))) where failure.leavesOutcomeUnknown:
                throw .service(failure)
            // An earlier change, whose response was lost, may have ended the session.
            case (.sessionEnded, _): throw error
            case (.service(let failure), _) where failure.leavesOutcomeUnknown: throw error
            case (.invalidInput, _), (.conflict, _), (.service, _):
                if address != nil { await confirming?.restoreConfirmation(earlier, of: session.accountID) }
                throw error
            }
        }
        // A server may spell it differently.
        if address != nil, case .success(let profile)? = answer.withLock({ $0 }), let stored = profile.email,
            stored != address
        {
            await confirming?.expectConfirmation(of: session.accountID, at: stored)
        }
        return outcome
    }

    /// Returns the confirmation that a change of the e-mail address has begun, whose message the account service sends.
    ///
    /// - Parameters:
    ///   - session: The session with the new profile.
    ///   - edit: The change.
    /// - Returns: The step, or nil if the address has not changed, or needs no confirmation.
    public func confirmation(for session: Session, after edit: ProfileEdit) -> Challenge? {
        guard edit.changedFields.contains(.email), let address = session.profile.email else { return nil }
        return confirming?.confirmation(of: session.accountID, at: address)
    }

    /// Sends a request for a session that is the current one, and once more with another token if the first is rejected.
    ///
    /// The profile of the answer is stored also if the user has switched meanwhile, because the service has it already.
    private func authorized(
        _ session: Session,
        _ request: @Sendable (Session) async throws(UpdateProfileError) -> Profile
    ) async throws(UpdateProfileError) -> OpenedSession {
        let result: Result<OpenedSession, UpdateProfileError>
        do {
            result = try await sessions.authorized { [sessions] current throws(AccountServiceFailure) in
                guard current.id == session.id else { return .failure(.sessionEnded) }
                do throws(UpdateProfileError) {
                    let profile = try await request(current)
                    return .success(
                        profile == current.profile
                            ? OpenedSession(current) : await sessions.updateProfile(of: current, to: profile)
                    )
                } catch {
                    guard case .service(let failure) = error else { return .failure(error) }
                    throw failure
                }
            }
        } catch {
            switch error {
            case .service(.tokenRefused): throw .sessionEnded
            case .service(let failure): throw .service(failure)
            case .cancelled: throw .service(.cancelled)
            case .signedOut, .ended: throw .sessionEnded
            }
        }
        return try result.get()
    }
}

/// The reason why a profile was not changed.
public enum UpdateProfileError: Error, Hashable, Sendable {
    /// The new texts are not valid.
    case invalidInput([FieldIssue])

    /// Others have changed the same fields since the user saw the profile.
    case conflict(ProfileConflict)

    /// The session has ended, or the account was deleted.
    case sessionEnded

    /// The account service failed.
    case service(AccountServiceFailure)
}
