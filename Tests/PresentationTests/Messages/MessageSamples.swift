import AccountFlowTesting
import Domain
import Presentation

/// Samples of all cases that a catalog has texts for.
///
/// The switches have no default, so that a new case does not compile until it is added here.
enum MessageSamples {
    /// Returns the cases; the closure with the switch is compiled, but never called.
    private static func listed<Case>(_ all: [Case], _ check: (Case) -> Void) -> [Case] { all }

    static let reasons = listed(
        [
            .corrupt, .unsupportedVersion(7), .replaced, .busy, .unreachable, .readOnly, .notPermitted, .full, .closed,
            .failed(code: 5),
        ] + StorageError.UnsafeLocation.allCases.map { .unsafeLocation($0) } as [StorageError.Reason]
    ) { reason in
        switch reason {
        case .corrupt, .unsupportedVersion, .replaced, .busy, .unreachable, .readOnly, .notPermitted, .full,
            .unsafeLocation, .closed, .failed:
            break
        }
    }

    static let storageErrors: [StorageError] = StorageError.Store.allCases.flatMap { store in
        reasons.map { StorageError(store: store, reason: $0) }
    }

    static let issues = listed(
        [
            .empty, .tooShort(minimum: 6, actual: 3), .tooLong(maximum: 20, actual: 21),
            .tooManyBytes(maximum: 254, actual: 300), .forbiddenCharacter(first: "☃", at: 4), .startsWithDigit,
            .containsWhitespace(at: 2), .containsControlCharacter(at: 0), .tooFewDigits(minimum: 7, actual: 4),
            .tooManyDigits(maximum: 15, actual: 16), .tooCommon, .containsAccountID, .containsNickname,
            .containsContextWord, .taken,
        ] + EmailAddressPart.allCases.map { .notAnEmailAddress($0) }
            + AccountField.allCases.map { .mismatch(with: $0) } as [ValidationIssue]
    ) { issue in
        switch issue {
        case .empty, .tooShort, .tooLong, .tooManyBytes, .forbiddenCharacter, .startsWithDigit,
            .containsWhitespace, .containsControlCharacter, .notAnEmailAddress, .mismatch, .tooFewDigits,
            .tooManyDigits, .tooCommon, .containsAccountID, .containsNickname, .containsContextWord, .taken,
            .local, .custom:
            break
        }
    }

    static let fieldIssues: [FieldIssue] =
        AccountField.allCases.flatMap { field in issues.map { FieldIssue(field: field, issue: $0) } }
        + [FieldIssue(field: .id, issue: .local(.startsWithDigit))]

    static let remoteFailures = listed(
        [
            .refused(.none, field: nil), .pathError, .serverError,
            .throttled(retryAfter: .milliseconds(1_500)), .throttled(retryAfter: nil), .undecodable, .tokenMissing,
            .outcomeUnknown,
        ] + AccountField.allCases.map { .refused(.none, field: $0) }
            + NetworkFailure.allCases.map { .network($0) } as [RemoteFailure]
    ) { failure in
        switch failure {
        case .refused, .pathError, .serverError, .network, .throttled, .undecodable, .tokenMissing, .outcomeUnknown:
            break
        }
    }

    static let failures = listed(
        [.corruptPasswordHash, .busy, .hashingUnavailable, .notOffered, .tokenRefused, .cancelled]
            + storageErrors.map { .storage($0) }
            + remoteFailures.map { .remote($0) } as [AccountServiceFailure]
    ) { failure in
        switch failure {
        case .storage, .corruptPasswordHash, .busy, .hashingUnavailable, .notOffered, .tokenRefused, .cancelled,
            .remote:
            break
        }
    }

    static let signUpErrors = listed(
        [
            .invalidInput([]), .invalidInput([fieldIssues[0]]), .duplicateAccount, .accountDeleted, .tooManyAccounts,
        ] + failures.map { .service($0) } + [.termsRequired([.stub()])] as [SignUpError]
    ) { failure in
        switch failure {
        case .invalidInput, .duplicateAccount, .accountDeleted, .service, .termsRequired, .tooManyAccounts: break
        }
    }

    static let signInErrors = listed(
        [
            .invalidInput([]), .invalidInput([fieldIssues[0]]), .invalidCredentials, .throttled(.until(.stub)),
            .throttled(.banned), .termsRequired([.stub()]), .tooManyAccounts,
        ] + failures.map { .service($0) } as [SignInError]
    ) { error in
        switch error {
        case .invalidInput, .invalidCredentials, .throttled, .termsRequired, .tooManyAccounts, .service: break
        }
    }

    static let deleteAccountErrors = listed(
        [.sessionEnded, .passwordRequired, .wrongPassword, .throttled(.until(.stub)), .throttled(.banned)]
            + failures.map { .service($0) } + failures.map { .failedAndSignedOut($0, storageErrors[0]) }
            as [DeleteAccountError]
    ) { error in
        switch error {
        case .sessionEnded, .passwordRequired, .wrongPassword, .throttled, .service, .failedAndSignedOut: break
        }
    }

    static let changePasswordErrors = listed(
        [
            .invalidInput([]), .invalidInput([fieldIssues[0]]), .wrongPassword, .throttled(.until(.stub)),
            .throttled(.banned), .termsRequired([]),
        ] + failures.map { .service($0) } as [ChangePasswordError]
    ) { error in
        switch error {
        case .invalidInput, .wrongPassword, .throttled, .termsRequired, .service: break
        }
    }

    static let updateProfileErrors = listed(
        [
            .invalidInput([]), .invalidInput([fieldIssues[0]]), .sessionEnded,
            .conflict(ProfileConflict(fields: [.nickname], stored: Profile())),
            .conflict(ProfileConflict(fields: [.nickname, .phone], stored: Profile())),
        ] + failures.map { .service($0) } as [UpdateProfileError]
    ) { error in
        switch error {
        case .invalidInput, .conflict, .sessionEnded, .service: break
        }
    }

    static let requestPasswordResetErrors = listed(
        [.throttled(until: .stub)] + failures.map { .service($0) } as [RequestPasswordResetError]
    ) { error in
        switch error {
        case .throttled, .service: break
        }
    }

    static let confirmPasswordResetErrors = listed(
        [
            .invalidInput([]), .invalidInput([fieldIssues[0]]), .wrongCode, .throttled(.until(.stub)),
            .throttled(.banned),
        ] + failures.map { .service($0) } as [ConfirmPasswordResetError]
    ) { error in
        switch error {
        case .invalidInput, .wrongCode, .throttled, .service: break
        }
    }

    static let answerChallengeErrors = listed(
        [
            .wrong(attemptsLeft: nil), .wrong(attemptsLeft: 1), .wrong(attemptsLeft: 2), .expired, .used,
            .tooManyAttempts, .throttled(until: nil), .throttled(until: .stub), .unknown, .termsRequired([.stub()]),
            .tooManyAccounts,
        ] + failures.map { .service($0) } as [AnswerChallengeError]
    ) { error in
        switch error {
        case .wrong, .expired, .used, .tooManyAttempts, .throttled, .unknown, .termsRequired, .tooManyAccounts,
            .service:
            break
        }
    }

    static let resendErrors = listed(
        [.throttled(until: nil), .throttled(until: .stub), .unknown] + failures.map { .service($0) } as [ResendError]
    ) { error in
        switch error {
        case .throttled, .unknown, .service: break
        }
    }

    static let challenges =
        [
            (.link(destination: nil), .addressConfirmation), (.link(destination: "k"), .addressConfirmation),
            (.code(length: nil, destination: nil), .addressConfirmation),
            (.code(length: nil, destination: "k"), .addressConfirmation), (.link(destination: nil), .secondFactor),
            (.link(destination: "k"), .secondFactor), (.code(length: 6, destination: nil), .secondFactor),
            (.code(length: 6, destination: "k"), .secondFactor), (.totp, .secondFactor),
        ].map { (kind: Challenge.Kind, purpose: Challenge.Purpose) in
            Challenge(id: ChallengeID("1"), accountID: .stub(), kind: kind, purpose: purpose, sentAt: .stub)
        } + [
            Challenge(
                id: ChallengeID("1"),
                accountID: .stub(),
                kind: .totp,
                purpose: .secondFactor,
                sentAt: .stub,
                acceptsRecoveryCode: true
            ),
            Challenge(
                id: ChallengeID("1"),
                accountID: .stub(),
                kind: .link(destination: nil),
                purpose: .addressConfirmation,
                address: .k,
                sentAt: .stub
            ),
        ]

    static let makeRecoveryCodeErrors = listed(
        [.wrongPassword, .codeRequired, .wrongCode, .usedCode, .throttled(.until(.stub)), .throttled(.banned)]
            + failures.map { .service($0) } as [MakeRecoveryCodeError]
    ) { error in
        switch error {
        case .wrongPassword, .codeRequired, .wrongCode, .usedCode, .throttled, .service: break
        }
    }

    static let totpErrors = listed(
        [
            .wrongPassword, .wrongCode, .usedCode, .alreadyEnabled, .notEnabled, .throttled(.until(.stub)),
            .throttled(.banned),
        ] + failures.map { .service($0) } as [TOTPError]
    ) { error in
        switch error {
        case .wrongPassword, .wrongCode, .usedCode, .alreadyEnabled, .notEnabled, .throttled, .service: break
        }
    }

    static let exportAccountErrors = listed(
        [
            .wrongPassword, .throttled(.until(.stub)), .throttled(.banned), .sessionEnded,
            .eventsUnreadable(SecurityEventError(.full)),
        ] + failures.map { .service($0) } as [ExportAccountError]
    ) { error in
        switch error {
        case .wrongPassword, .throttled, .sessionEnded, .eventsUnreadable, .service: break
        }
    }

    static let agreeToTermsErrors = listed(
        [.sessionEnded] + failures.map { .service($0) } as [AgreeToTermsError]
    ) { error in
        switch error {
        case .sessionEnded, .service: break
        }
    }

    static let withdrawConsentErrors = listed(
        [.required, .sessionEnded] + failures.map { .service($0) } as [WithdrawConsentError]
    ) { error in
        switch error {
        case .required, .sessionEnded, .service: break
        }
    }

    static let switchAccountErrors = listed(
        [.notSignedIn] + storageErrors.map { .storage($0) } as [SwitchAccountError]
    ) { error in
        switch error {
        case .notSignedIn, .storage: break
        }
    }

    static let sessionErrors = listed(
        [.signedOut, .ended] + failures.filter { $0 != .cancelled }.map { .service($0) } + [.cancelled]
            as [SessionError]
    ) { error in
        switch error {
        case .signedOut, .ended, .service, .cancelled: break
        }
    }

    static let notices = listed(
        storageErrors.flatMap { error -> [FlowNotice] in
            [
                .sessionNotSaved(error), .sessionRemains(error), .notStartedOver(error), .agreementNotSaved(error),
                .profileNotStored(error),
            ]
        } + [
            .sessionUncertain, .signedIn, .signInRequired, .addressConfirmed, .recoveryCodeUsed, .secondFactorEnded,
            .passwordChanged, .passwordChangedAndSignedOut, .profileChanged, .notSignedIn(nil), .signInCancelled,
            .outcomeHidden,
            .confirmationNeeded(challenges[0]),
        ] + storageErrors.map { .notSignedIn($0) }
            + [.refused, .expired, .elsewhere].map { .sessionEnded($0) }
    ) { notice in
        switch notice {
        case .sessionNotSaved, .sessionRemains, .sessionUncertain, .notStartedOver, .sessionEnded, .signedIn,
            .signInRequired, .addressConfirmed, .recoveryCodeUsed, .secondFactorEnded, .passwordChanged,
            .passwordChangedAndSignedOut, .profileChanged, .notSignedIn, .signInCancelled, .agreementNotSaved,
            .profileNotStored,
            .confirmationNeeded, .outcomeHidden:
            break
        }
    }

    /// Returns the sentences of a catalog by topic; all sentences of one topic must differ.
    static func sentences(of messages: any MessageCatalog) -> [String: [String]] {
        [
            "storage": storageErrors.map { messages.message(for: $0) },
            "issues": fieldIssues.filter { $0.issue != .mismatch(with: $0.field) }.map { messages.message(for: $0) },
            "failures": failures.map { messages.message(for: $0) },
            "sign-up": signUpErrors.map { messages.message(for: $0) },
            "sign-in": signInErrors.map { messages.message(for: $0) },
            "deletion": deleteAccountErrors.map { messages.message(for: $0) },
            "question": [.stub("kim"), .stub("lee")].map { messages.message(forDeletionOf: $0) },
            "reset request": requestPasswordResetErrors.map { messages.message(for: $0) },
            "challenge": challenges.map { messages.message(for: $0) },
            "resend": resendErrors.map { messages.message(for: $0) },
            "answer without a step": answerChallengeErrors.map { messages.message(for: $0, of: nil) },
            "answer": answerChallengeErrors.map { messages.message(for: $0, of: challenges[2]) },
            "answer with a link": answerChallengeErrors.map { messages.message(for: $0, of: challenges[0]) },
            "reset": confirmPasswordResetErrors.map { messages.message(for: $0) },
            "recovery code": makeRecoveryCodeErrors.map { messages.message(for: $0) },
            "one-time passwords": totpErrors.map { messages.message(for: $0) },
            "export": exportAccountErrors.map { messages.message(for: $0) },
            "profile": updateProfileErrors.map { messages.message(for: $0) },
            "password": changePasswordErrors.map { messages.message(for: $0) },
            "withdrawal": withdrawConsentErrors.map { messages.message(for: $0) },
            "switch": switchAccountErrors.map { messages.message(for: $0) },
            "session": sessionErrors.map { messages.message(for: $0) },
            "terms": agreeToTermsErrors.map { messages.message(for: $0) },
            "list": storageErrors.map { messages.message(forUnlistedAccounts: $0) },
            "notices": notices.map { messages.message(for: $0) },
            "unavailable": storageErrors.map { messages.message(forUnavailableSession: $0) },
            "questions": Prompt.allCases.map { messages.text(of: $0) },
            "greeting": [messages.greeting(to: "Kim")],
        ]
    }

    static let requirements = listed(
        [
            .notEmpty, .length(minimum: 6, maximum: 20), .length(minimum: 6, maximum: nil), .lowercaseLettersAndDigits,
            .noLeadingDigit, .emailAddress, .sameAs(.password), .storable, .noWhitespace,
            .phoneNumber(minimumDigits: 7, maximumDigits: 15), .uncommon, .noAccountID, .noNickname, .noContextWord,
            .available, .local(.length(minimum: 6, maximum: 20)), .all,
        ] as [Requirement]
    ) { requirement in
        switch requirement {
        case .notEmpty, .length, .lowercaseLettersAndDigits, .noLeadingDigit, .emailAddress, .sameAs, .storable,
            .noWhitespace, .phoneNumber, .uncommon, .noAccountID, .noNickname, .noContextWord, .available, .all,
            .local, .custom:
            break
        }
    }

    /// Returns the titles and labels of a catalog by topic.
    static func titles(of messages: any MessageCatalog) -> [String: [String]] {
        [
            "screens": ScreenName.allCases.map { messages.title(of: $0) },
            "buttons": ButtonName.allCases.map { messages.title(of: $0) },
            "fields": AccountField.allCases.map { messages.label(of: $0) },
            "requirements": requirements.map { messages.text(of: $0) },
            "statuses": ([.satisfied, .violated, .pending] as [ChecklistItem.Status]).map { messages.text(of: $0) },
            "headlines": StatusTitle.allCases.map { messages.text(of: $0) },
        ]
    }
}

extension EmailAddress {
    fileprivate static var k: EmailAddress {
        do { return try EmailAddress("k@x.com") } catch { preconditionFailure("\(error)") }
    }
}
