import AccountFlowTesting
import Domain
import Testing

/// Tests that each promise of a contract detects a repository that breaks it.
///
/// A promise without a faulty repository fails here.
struct FoundOutTests {
    private static let sessions: [String: BrokenSessionRepository.Fault] = [
        "an empty repository has no sessions": .isNotEmpty,
        "stored sessions are loaded, every time": .loadsOnce,
        "every field is stored exactly": .losesTheEnd,
        "many sessions, sign-outs, claims and deletions are stored exactly, in their order": .losesSignOuts,
        "a change is made of the stored sessions, and its result is returned": .startsEmpty,
        "a change without effect stores nothing": .storesNothing,
        "of many simultaneous changes, none is lost": .races,
        "one of many simultaneous claims succeeds": .races,
        "T1 a token that this device issued equals its stored digest": .hashesAgain,
        "cleared sessions are gone": .clearsNothing,
        "clearing an empty repository is not an error": .refusesToClearNothing,
        "a session is stored after clearing": .forgets,
    ]

    private static let consents: [String: BrokenConsentRepository.Fault] = [
        "an empty repository has no consents": .isNotEmpty,
        "recorded consents are read": .forgets,
        "every field is stored exactly": .losesTheTime,
        "consents to later versions and from later dates are kept beside earlier ones": .keepsTheHigherVersion,
        "a consent replaces the one to the same version from the same date": .keepsTheFirst,
        "the last of equal consents in a batch is stored": .recordsBackwards,
        "recording nothing changes nothing": .clearsForNothing,
        "spellings of one ID are one account": .tellsSpellingsApart,
        "consents are ordered by account and document": .ordersBackwards,
        "a removal affects one account only": .removesEverything,
        "removing nothing is not an error": .refusesToRemoveNothing,
        "simultaneous recordings are all stored": .races,
    ]

    private static let pendingOperations: [String: BrokenPendingOperationRepository.Fault] = [
        "an operation is stored exactly": .forgets,
        "R2 the first of two operations with the same purpose stays": .keepsTheLast,
        "ending an operation removes only that one": .endsEverything,
        "an old operation is removed when another begins": .keepsTheOld,
        "simultaneous operations with the same purpose get one key": .races,
    ]

    private static let attempts: [String: BrokenAttemptRepository.Fault] = [
        "an empty repository has no attempts": .isNotEmpty,
        "a change is stored exactly": .forgets,
        "C10 simultaneous attempts are all counted": .races,
    ]

    private static let quarantines: [String: BrokenStoreQuarantine.Fault] = [
        "an empty store stays empty": .movesAnything,
        "a store that can be read stays unchanged": .clearsAnything,
        "a damaged store starts over, and can be used again": .movesNothing,
    ]

    private static let challenges: [String: BrokenChallengeServer.Fault] = [
        "the right code completes the step of its account": .refusesAll,
        "a wrong code is told, and the right one still completes the step": .acceptsAll,
        "a code works once": .acceptsAgain,
        "a message that is sent again keeps the step, and its code completes it": .losesTheStep,
        "a second factor that was cancelled is unknown, and cancelling it twice is no error": .cancelsNothing,
        "the confirmation of an address can be made again after a relaunch": .forgets,
    ]

    private static let profiles: [String: BrokenProfileService.Fault] = [
        "a change is in the answer, and stays": .storesNothing,
        "fields that an edit does not change stay as others have left them": .storesOtherFields,
        "an edit of a text that others have changed is a conflict, and changes nothing": .storesInPart,
        "the same edit twice is no conflict": .refusesRepetitions,
        "a text can be removed": .removesNothing,
        "the nickname and the name can be changed": .lacksNames,
    ]

    private static let resets: [String: BrokenResetService.Fault] = [
        "a code sets the password, and the old one is worth nothing": .keepsPassword,
        "a code works once": .keepsCode,
        "a wrong code changes nothing": .forgetsPassword,
        "the right code works after a wrong one": .losesCode,
        "a request says nothing about an account": .revealsAccounts,
    ]

    private static let totp: [String: BrokenTOTPService.Fault] = [
        "one-time passwords are required after the first one": .requiresThemAtOnce,
        "a wrong one-time password turns nothing on": .confirmsAnything,
        "a key needs the password": .ignoresThePassword,
        "a later key replaces one that was not confirmed": .keepsTheFirstKey,
        "a key that was confirmed is not replaced": .replacesTheKey,
        "a one-time password works once": .forgetsUse,
        "turning them off needs the password": .hidesThem,
        "the first recovery code turns them off in place of a one-time password": .makesNoRecoveryCode,
    ]

    private static let refreshing: [String: BrokenSessionServer.Fault] = [
        "the service can refresh a session that has begun there, and with its new tokens": .canRefreshOnce,
        "a refresh replaces the access token": .keepsTheAccessToken,
        "new tokens can be refreshed again": .losesTheRefreshToken,
        "unknown tokens are refused as such": .hidesRefusals,
        "of simultaneous refreshes, one succeeds, and the others do or are refused as such": .races,
    ]

    private static let revoking: [String: BrokenSessionServer.Fault] = [
        "the service ends at least one scope": .offersNothing,
        "a session is ended with its tokens, in every scope that the service offers": .isUnreachable,
        "an ended session cannot be refreshed": .endsNothing,
        "a session that has ended is ended again or refused as such": .hidesRefusals,
        "unknown tokens end no session": .endsAnother,
    ]

    @Test(arguments: ProfileUpdatingContract.promises)
    func `a service that breaks a promise of a profile fails its contract`(
        promise: ContractPromise<ProfileUpdatingContract>
    ) async throws {
        let fault = try #require(Self.profiles[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(ProfileUpdatingContract { BegunSession(BrokenProfileService(fault), .stub()) })
        }
    }

    @Test(arguments: PasswordResettingContract.promises)
    func `a service that breaks a promise of a password reset fails its contract`(
        promise: ContractPromise<PasswordResettingContract>
    ) async throws {
        let fault = try #require(Self.resets[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(
                PasswordResettingContract {
                    ForgottenPassword(BrokenResetService(fault), .stub(), password: Password("password1")) {
                        BrokenResetService.code
                    }
                }
            )
        }
    }

    @Test(arguments: ChallengeAnsweringContract.promises)
    func `a service that breaks a promise of a step fails its contract`(
        promise: ContractPromise<ChallengeAnsweringContract>
    ) async throws {
        let fault = try #require(Self.challenges[promise.testDescription])
        try await promise.verify(ChallengeAnsweringContract { BrokenChallengeServer.subject(nil) })
        await withKnownIssue {
            try await promise.verify(ChallengeAnsweringContract { BrokenChallengeServer.subject(fault) })
        }
    }

    @Test(arguments: TOTPEnablingContract.promises)
    func `a service that breaks a promise of one-time passwords fails its contract`(
        promise: ContractPromise<TOTPEnablingContract>
    ) async throws {
        let fault = try #require(Self.totp[promise.testDescription])
        await withKnownIssue { try await promise.verify(TOTPEnablingContract { BrokenTOTPService.subject(fault) }) }
    }

    @Test(arguments: SessionRefreshingContract.promises)
    func `a service that breaks a promise of a refresh fails its contract`(
        promise: ContractPromise<SessionRefreshingContract>
    ) async throws {
        let fault = try #require(Self.refreshing[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(
                SessionRefreshingContract {
                    let (server, session) = await BrokenSessionServer.subject(fault)
                    return BegunSession(server, session)
                }
            )
        }
    }

    @Test(arguments: SessionRevokingContract.promises)
    func `a service that breaks a promise of a sign-out fails its contract`(
        promise: ContractPromise<SessionRevokingContract>
    ) async throws {
        let fault = try #require(Self.revoking[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(
                SessionRevokingContract {
                    let (server, session) = await BrokenSessionServer.subject(fault)
                    return BegunSession(server, session)
                }
            )
        }
    }

    @Test(arguments: StoreQuarantineContract.promises)
    func `a quarantine that breaks a promise fails its contract`(
        promise: ContractPromise<StoreQuarantineContract>
    ) async throws {
        let fault = try #require(Self.quarantines[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(StoreQuarantineContract { BrokenStoreQuarantine.stores(fault) })
        }
    }

    @Test(arguments: SessionRepositoryContract.promises)
    func `a session repository that breaks a promise fails its contract`(
        promise: ContractPromise<SessionRepositoryContract>
    ) async throws {
        let fault = try #require(Self.sessions[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(SessionRepositoryContract { BrokenSessionRepository(fault) })
        }
    }

    @Test(arguments: ConsentRepositoryContract.promises)
    func `a consent repository that breaks a promise fails its contract`(
        promise: ContractPromise<ConsentRepositoryContract>
    ) async throws {
        let fault = try #require(Self.consents[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(ConsentRepositoryContract { BrokenConsentRepository(fault) })
        }
    }

    @Test(arguments: PendingOperationRepositoryContract.promises)
    func `an operation repository that breaks a promise fails its contract`(
        promise: ContractPromise<PendingOperationRepositoryContract>
    ) async throws {
        let fault = try #require(Self.pendingOperations[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(PendingOperationRepositoryContract { BrokenPendingOperationRepository(fault) })
        }
    }

    @Test(arguments: AttemptRepositoryContract.promises)
    func `a repository of sign-in attempts that breaks a promise fails its contract`(
        promise: ContractPromise<AttemptRepositoryContract>
    ) async throws {
        let fault = try #require(Self.attempts[promise.testDescription])
        await withKnownIssue {
            try await promise.verify(AttemptRepositoryContract { BrokenAttemptRepository(fault) })
        }
    }
}
