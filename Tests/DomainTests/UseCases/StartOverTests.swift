import AccountFlowTesting
import Domain
import Persistence
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct StartOverTests {
    /// A quarantine with a fixed result, which records the stores.
    private struct QuarantineSpy: StoreQuarantine {
        let result: Result<Bool, StorageError>
        let log = MessageLog<StorageError.Store>()

        func quarantine(
            _ store: StorageError.Store,
            startingWith attempts: SignInAttempts
        ) async throws(StorageError) -> Bool {
            log.append(store)
            #expect(attempts == SignInAttempts(lostAt: .stub, policy: .standard))
            return try result.get()
        }
    }

    @Test(arguments: StorageError.Store.allCases)
    func `starting over is a security event, if data was moved aside`(store: StorageError.Store) async throws {
        for isMoved in [true, false] {
            let (spy, events) = (QuarantineSpy(result: .success(isMoved)), InMemorySecurityEvents())
            let sut = StartOver(quarantine: spy, events: events, dates: .constant(.stub))
            #expect(try await sut(with: store) == isMoved)
            #expect(spy.log.messages == [store])
            #expect(await events.events == (isMoved ? [RecordedEvent(.storeQuarantined(store), at: .stub)] : []))
        }
    }

    @Test func `a store that cannot be moved aside is reported, and is no event`() async throws {
        let (spy, events) = (QuarantineSpy(result: .failure(.stub(.session, .full))), InMemorySecurityEvents())
        let sut = StartOver(quarantine: spy, events: events, dates: .constant(.stub))
        await #expect(throws: StorageError.stub(.session, .full)) { try await sut(with: .session) }
        #expect(await events.events == [])
    }

    @Test(arguments: StorageError.Store.allCases)
    func `only damaged or newer data, except that of accounts, allows starting over`(store: StorageError.Store) {
        for reason in [StorageError.Reason.corrupt, .unsupportedVersion(2)] {
            #expect(StorageError(store: store, reason: reason).allowsStartingOver == (store != .accounts))
        }
        for reason in [
            StorageError.Reason.replaced, .busy, .unreachable, .readOnly, .notPermitted, .full, .unsafeLocation(.link),
            .closed, .failed(code: 5),
        ] {
            #expect(!StorageError(store: store, reason: reason).allowsStartingOver)
        }
    }

    @Test(arguments: [ThrottlePolicy.standard, ThrottlePolicy(burst: 1), ThrottlePolicy(burst: .max)])
    func `C9 after the counts were lost, every account is throttled, and then all together`(
        policy: ThrottlePolicy
    ) {
        var attempts = SignInAttempts(lostAt: .stub, policy: policy)
        let (kim, lee) = (AccountTag(.stub("kim")), AccountTag(.stub("lee")))
        for (tag, seconds, decision) in [
            (kim, 0, .throttled(.until(.stub + 6))), (lee, 5, .throttled(.until(.stub + 6))), (kim, 6, .allowed),
            (lee, 6, .throttled(.until(.stub + 12))), (lee, 12, .allowed), (kim, 13, .throttled(.until(.stub + 18))),
        ] as [(AccountTag, TimeInterval, SignInAttempts.Decision)] {
            #expect(attempts.begin(tag, at: .stub + seconds, policy: policy) == decision)
        }
    }
}
