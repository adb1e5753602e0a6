import AccountFlowTesting
import Testing

/// For each promise of a contract, somebody who breaks it; a promise without one fails here.
struct FoundOutTests {
    private static let sessions: [String: BrokenSessionRepository.Fault] = [
        "an empty repository has no session": .isNotEmpty,
        "a saved session is loaded, every time": .loadsOnce,
        "every field is kept to the last bit": .losesTheEnd,
        "a session takes the place of another": .keepsTheFirst,
        "a session is replaced if it is still there": .replacesAnything,
        "a session that was used since is still the same": .comparesEverything,
        "of simultaneous replacements of one session one wins": .racesInReplacing,
        "T1 a token of ours is the same behind its digest": .hashesAgain,
        "a cleared session is gone": .clearsNothing,
        "clearing an empty repository is no error": .refusesToClearNothing,
        "a session is saved after clearing": .forgets,
        "a save and a clear return the earlier session": .tellsNobody,
        "of simultaneous sessions each earlier one is told once": .racesInSaving,
        "one of many simultaneous sessions stays, whole": .forgets,
    ]

    private static let consents: [String: BrokenConsentRepository.Fault] = [
        "an empty repository has no consents": .isNotEmpty,
        "recorded consents are read": .forgets,
        "every field is kept to the last bit": .losesTheTime,
        "a consent takes the place of an earlier one": .keepsTheHigherVersion,
        "the last of a batch wins": .recordsBackwards,
        "recording nothing changes nothing": .clearsForNothing,
        "spellings of one ID are one account": .tellsSpellingsApart,
        "consents are ordered by account and document": .ordersBackwards,
        "removal forgets one account only": .removesEverything,
        "removing nothing is no error": .refusesToRemoveNothing,
        "simultaneous recordings all land": .races,
    ]

    private static let pendingOperations: [String: BrokenPendingOperationRepository.Fault] = [
        "an operation is stored, to the last bit": .forgets,
        "R2 of two operations about the same thing the first one stays": .keepsTheLast,
        "an operation that has ended is gone, and no other": .endsEverything,
        "an old operation is forgotten when another begins": .keepsTheOld,
        "many simultaneous operations about the same thing get one key": .races,
    ]

    private static let attempts: [String: BrokenAttemptRepository.Fault] = [
        "an empty repository has counted nothing": .isNotEmpty,
        "a change is stored to the last bit": .forgets,
        "C10 simultaneous attempts are counted one by one": .races,
    ]

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
