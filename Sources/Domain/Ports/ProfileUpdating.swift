/// An account service that can change profiles.
public protocol ProfileUpdating: Sendable {
    /// The fields that the service can change, in the order of ``Profile/fields``.
    var updatableFields: [AccountField] { get }

    /// Returns the profile of an account as it is now.
    ///
    /// - Parameter session: The session of the account owner.
    /// - Returns: The profile; that of the session if a server cannot be asked for it.
    /// - Throws: `UpdateProfileError.sessionEnded` or `.service`.
    func profile(of session: Session) async throws(UpdateProfileError) -> Profile

    /// Changes the profile of an account.
    ///
    /// Only the changed fields are stored or sent, so edits of other fields at the same time are kept.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - edit: The changes.
    /// - Returns: The profile of the account with the changes.
    /// - Throws: ``UpdateProfileError``; in that case, the profile is unchanged, unless the failure of a service on a
    ///   server ``AccountServiceFailure/leavesOutcomeUnknown``.
    func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile
}
