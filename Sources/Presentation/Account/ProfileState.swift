public import Domain

/// The state of the profile screen.
public struct ProfileState: Hashable, Sendable {
    /// The ID of the account that is signed in.
    public let signedInID: AccountID

    /// The profile as it is stored, as far as the screen knows: that of the session, and then that of the service.
    public internal(set) var base: Profile

    /// The form and its submission.
    public internal(set) var submission: SubmissionState<UpdateProfileError>

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<UpdateProfileError> { submission.phase }

    /// Whether the form differs from the profile.
    public var isDirty: Bool {
        let old = AccountForm(base)
        return form.fields.contains { !form.form[$0].isUTF8Equal(to: old[$0]) }
    }

    /// Whether the profile can be saved now: the form has changes, all of them are valid, and no operation is in progress.
    public var canSave: Bool { isDirty && submission.canSubmit && !phase.isBusy }

    /// Whether the changes can be thrown away now.
    public var canRevert: Bool { isDirty && !phase.isBusy }
}
