public import Domain

extension RemoteAccountService: ProfileUpdating {
    /// The fields whose placeholders the description of `updateProfile` has.
    public var updatableFields: [AccountField] {
        let placeholders = api[.updateProfile]?.request.placeholders ?? []
        return Profile.fields.map(\.field).filter { placeholders.contains(Placeholder($0)) }
    }

    /// Changes the profile of an account.
    ///
    /// If the server can be asked for the profile, the service compares it first, so a change by another device since is
    /// a conflict, unless it comes between the two requests. A removed text is sent as an empty one. After a lost
    /// response, the service asks again.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - edit: The changes; other fields are not sent.
    /// - Returns: The profile as the server reports it; the session's profile and the changes replace missing texts.
    /// - Throws: `UpdateProfileError`, such as `.conflict`; after a failure that `leavesOutcomeUnknown`, the server may have
    ///   done it.
    public func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile {
        guard offers(.updateProfile) else { throw .service(.notOffered) }
        let stored = try await known(of: session)
        let merged = try merge(edit, into: stored)
        if merged == stored { return stored }
        do {
            let acceptance = try await accepted(.updateProfile, RequestValues(edit), session: session)
            return acceptance.endpoint.readProfile(acceptance.body, over: merged)
        } catch {
            return try await profile(of: session, ifChangedBy: edit, from: stored, despite: error)
        }
    }

    /// Returns the profile that the server has after a lost response, if it has the changes; otherwise, throws.
    private func profile(
        of session: Session,
        ifChangedBy edit: ProfileEdit,
        from earlier: Profile,
        despite failure: AccountServiceFailure
    ) async throws(UpdateProfileError) -> Profile {
        // If the server cannot be asked either, the outcome stays unknown.
        guard failure.leavesOutcomeUnknown, case .accepted(let answer) = await send(.whoAmI, session: session) else {
            throw .service(failure)
        }
        let stored = answer.endpoint.readProfile(answer.body, over: session.profile)
        let merged = try merge(edit, into: stored)
        if merged == stored { return stored }
        // A field that the answer lacks can have either text, and the server may have changed some of the fields.
        let seen = answer.endpoint.readProfile(answer.body, over: merged)
        let changed = Profile.fields.filter { edit.changedFields.contains($0.field) }
        let isUnchanged = changed.allSatisfy { $0.text(in: seen) == $0.text(in: earlier) }
        throw .service(isUnchanged ? failure.withoutEffect : failure)
    }

    /// Returns the profile that the server has, or that of the session if the server cannot be asked.
    private func known(of session: Session) async throws(UpdateProfileError) -> Profile {
        guard offers(.whoAmI) else { return session.profile }
        do {
            return try await owner(of: session).profile
        } catch {
            throw .service(error)
        }
    }

    private func merge(_ edit: ProfileEdit, into stored: Profile) throws(UpdateProfileError) -> Profile {
        do {
            return try edit.applied(to: stored)
        } catch {
            throw .conflict(error)
        }
    }
}

extension RequestValues {
    /// Creates the values of the changed fields.
    fileprivate init(_ edit: ProfileEdit) {
        self = [:]
        for field in Profile.fields where edit.changedFields.contains(field.field) {
            self[Placeholder(field.field)] = field.text(in: edit.edited) ?? ""
        }
    }
}
