public import Domain

/// What the sign-up screen shows.
public typealias SignUpState = SubmissionState<SignUpError>
