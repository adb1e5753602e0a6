/// An account service that can change profiles.
public protocol ProfileUpdating: SessionVerifying {
    /// The fields that the service can change, in the order of ``Profile/fields``.
    var updatableFields: [AccountField] { get }

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
