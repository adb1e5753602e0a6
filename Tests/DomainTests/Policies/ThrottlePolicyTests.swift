import AccountFlowTesting
import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The numbers of a policy, whatever somebody makes it of.
struct ThrottlePolicyTests {
    @Test(arguments: [-1, -.infinity, .nan] as [TimeInterval])
    func `C9 what is outside of its range is the nearest number within`(time: TimeInterval) {
        let policy = ThrottlePolicy(
            freeFailures: .min,
            firstDelay: time,
            longestDelay: time,
            lastFailure: .min,
            maximumAccounts: .min,
            burst: .min,
            refill: time
        )
        let least = ThrottlePolicy(
            freeFailures: 0,
            firstDelay: 0,
            longestDelay: 0,
            lastFailure: 1,
            maximumAccounts: 1,
            burst: 1,
            refill: 0.001
        )
        #expect(policy == least)
        #expect(policy.delay(after: .max) == 0 && policy.delay(after: .min) == 0)
    }

    @Test func `C9 whatever the first wait is, each is told at once and none is longer than the longest`() {
        #expect(ThrottlePolicy(firstDelay: .infinity, longestDelay: 5).delay(after: 4) == 5)
        #expect(ThrottlePolicy(firstDelay: 0).delay(after: .max) == 0)
    }

    @Test func `C9 failures that are never made up for leave a table of finite times`() {
        let policy = ThrottlePolicy(burst: 1, refill: .infinity)
        var attempts = SignInAttempts()
        #expect(attempts.begin(AccountTag(.stub("a")), at: .stub, policy: policy) == .admitted)
        #expect(attempts.begin(AccountTag(.stub("b")), at: .stub + 1e9, policy: policy) != .admitted)
        #expect(attempts.overall == .init(failures: 1, since: .stub))
    }
}
