import AccountFlowTesting
import Domain
import Foundation
import Testing

/// Tests of the throttle policy and the table of attempts, without repositories.
struct SignInAttemptsTests {
    private let kim = AccountTag(.stub("kim"))
    private let policy = ThrottlePolicy(burst: 1_000_000)

    @Test(
        arguments: [
            (0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 4), (7, 8), (14, 1_024), (15, 2_048), (16, 3_600),
            (17, 3_600), (99, 3_600), (Int.max, 3_600),
        ] as [(Int, TimeInterval)]
    )
    func `C9 the wait grows with the number of failures, up to an hour`(failures: Int, delay: TimeInterval) {
        #expect(ThrottlePolicy.standard.delay(after: failures) == delay)
    }

    @Test func `C9 each attempt waits for the exact delay after the previous one`() {
        var attempts = SignInAttempts()
        var now = Date.stub
        for delay in [0, 0, 0, 1, 2, 4, 8] as [TimeInterval] {
            #expect(attempts.begin(kim, at: now, policy: policy) == .allowed)
            if delay > 0 {
                let before = attempts
                let early = now + delay - 0.001
                #expect(attempts.begin(kim, at: early, policy: policy) == .throttled(.until(now + delay)))
                // A throttled attempt is not counted.
                #expect(attempts == before)
            }
            now += delay
        }
    }

    @Test func `C9 after a hundred failures in a row, waiting does not help`() {
        var attempts = SignInAttempts()
        var now = Date.stub
        for _ in 0..<100 {
            #expect(attempts.begin(kim, at: now, policy: policy) == .allowed)
            now += 3_600
        }
        #expect(attempts.begin(kim, at: .distantFuture, policy: policy) == .throttled(.banned))
        attempts.forget(kim)
        #expect(attempts.begin(kim, at: now, policy: policy) == .allowed)
    }

    @Test func `C9 a correct password resets the count`() {
        var attempts = SignInAttempts()
        for _ in 0..<10 {
            for _ in 0..<4 { #expect(attempts.begin(kim, at: .stub, policy: policy) == .allowed) }
            attempts.succeed(kim)
        }
        #expect(attempts.accounts == [:])
    }

    @Test func `a reverted attempt is not counted`() {
        var attempts = SignInAttempts()
        for _ in 0..<50 {
            #expect(attempts.begin(kim, at: .stub, policy: policy) == .allowed)
            attempts.revert(kim)
        }
        #expect(attempts == SignInAttempts())
    }

    @Test(
        arguments: [
            -0.001, -1, -3_600, -1e9,
        ] as [TimeInterval]
    )
    func `C9 setting the clock back neither shortens a wait nor extends it beyond the policy`(step: TimeInterval) {
        var attempts = SignInAttempts()
        for _ in 0..<4 { _ = attempts.begin(kim, at: .stub, policy: policy) }
        let back = Date.stub + step
        #expect(attempts.begin(kim, at: back, policy: policy) == .throttled(.until(back + 1)))
        #expect(attempts.begin(kim, at: back + 0.9, policy: policy) == .throttled(.until(back + 1)))
        #expect(attempts.begin(kim, at: back + 1, policy: policy) == .allowed)
    }

    @Test(arguments: [1, 2, 3], [-0.001, -1, -1e9, -1e300] as [TimeInterval])
    func `C9 setting the clock back delays no attempt that had no wait`(failures: Int, step: TimeInterval) {
        var attempts = SignInAttempts()
        for _ in 0..<failures { _ = attempts.begin(kim, at: .stub, policy: policy) }
        #expect(attempts.begin(kim, at: .stub + step, policy: policy) == .allowed)
    }

    @Test func `C9 a full table counts the current account, even if the clock was set back`() {
        let policy = ThrottlePolicy(maximumAccounts: 2, burst: 1_000_000)
        var attempts = SignInAttempts()
        for name in ["a", "b"] { _ = attempts.begin(AccountTag(.stub(name)), at: .stub, policy: policy) }
        let earlier = Date.stub - 1e6
        for _ in 0..<4 { #expect(attempts.begin(kim, at: earlier, policy: policy) == .allowed) }
        #expect(attempts.begin(kim, at: earlier, policy: policy) == .throttled(.until(earlier + 1)))
        #expect(attempts.accounts.count == 2)
    }

    @Test func `C9 attempts on many accounts are throttled, and then allowed one by one`() {
        let policy = ThrottlePolicy(burst: 3, refillInterval: 6)
        var attempts = SignInAttempts()
        func begin(_ name: String, at seconds: TimeInterval) -> SignInAttempts.Decision {
            attempts.begin(AccountTag(.stub(name)), at: .stub + seconds, policy: policy)
        }
        func isHeld(_ name: String, at seconds: TimeInterval, until end: TimeInterval) -> Bool {
            begin(name, at: seconds) == .throttled(.until(.stub + end))
        }
        for (seconds, name) in ["a", "b", "c"].enumerated() {
            #expect(begin(name, at: TimeInterval(seconds)) == .allowed)
        }
        #expect(isHeld("d", at: 3, until: 6))
        #expect(isHeld("d", at: 5.9, until: 6))
        #expect(begin("d", at: 6) == .allowed)
        #expect(isHeld("e", at: 7, until: 12))
        // Setting the clock back restarts the current wait.
        #expect(isHeld("e", at: -100, until: -94))
        #expect(isHeld("e", at: -94.1, until: -94))
        #expect(begin("e", at: -94) == .allowed)
        attempts.succeed(AccountTag(.stub("e")))
        #expect(begin("f", at: -94) == .allowed)
        #expect(begin("g", at: 1_000) == .allowed)
        #expect(attempts.overall == .init(failures: 1, since: .stub + 1_000))
    }

    @Test func `C9 the table is bounded, and removes the account with the oldest attempt`() {
        let policy = ThrottlePolicy(maximumAccounts: 100, burst: .max)
        var attempts = SignInAttempts()
        for number in 0..<300 {
            _ = attempts.begin(AccountTag(.stub("person\(number)")), at: .stub + Double(number), policy: policy)
            if number % 50 == 0 { _ = attempts.begin(kim, at: .stub + Double(number) + 0.5, policy: policy) }
        }
        #expect(attempts.accounts.count == 100)
        #expect(attempts.accounts[kim]?.failures == 6)
        #expect(attempts.accounts[AccountTag(.stub("person299"))] != nil)
        #expect(attempts.accounts[AccountTag(.stub("person200"))] == nil)
        #expect(ThrottlePolicy(maximumAccounts: .max).maximumAccounts == 10_000)
    }

    @Test func `spellings of one ID have the same tag, which does not reveal the ID`() {
        #expect(AccountTag(.stub("Kim@X.com")) == AccountTag(.stub("kim@x.com")))
        #expect(AccountTag(.stub("Kim")) != AccountTag(.stub("kim")))
        #expect(kim.digits.utf8.count == AccountTag.digitCount)
        #expect(AccountTag(digits: kim.digits) == kim)
        for digits in ["", "kim", kim.digits + "0", String(kim.digits.dropLast()), kim.digits.uppercased() + "G"] {
            #expect(AccountTag(digits: digits) == nil)
        }
    }
}

/// Tests of the numbers of a throttle policy.
struct ThrottlePolicyTests {
    @Test(arguments: [-1, -.infinity, .nan] as [TimeInterval])
    func `C9 a number outside its range is clamped`(time: TimeInterval) {
        let policy = ThrottlePolicy(
            freeFailures: .min,
            firstDelay: time,
            longestDelay: time,
            maximumFailures: .min,
            maximumAccounts: .min,
            burst: .min,
            refillInterval: time
        )
        let least = ThrottlePolicy(
            freeFailures: 0,
            firstDelay: 0,
            longestDelay: 0,
            maximumFailures: 1,
            maximumAccounts: 1,
            burst: 1,
            refillInterval: 0.001
        )
        #expect(policy == least)
        #expect(policy.delay(after: .max) == 0)
        #expect(policy.delay(after: .min) == 0)
    }

    @Test func `C9 no delay exceeds the longest, regardless of the first delay`() {
        #expect(ThrottlePolicy(firstDelay: .infinity, longestDelay: 5).delay(after: 4) == 5)
        #expect(ThrottlePolicy(firstDelay: 0).delay(after: .max) == 0)
    }

    @Test func `C9 with an infinite refill time, the table has finite dates`() {
        let policy = ThrottlePolicy(burst: 1, refillInterval: .infinity)
        var attempts = SignInAttempts()
        #expect(attempts.begin(AccountTag(.stub("a")), at: .stub, policy: policy) == .allowed)
        #expect(attempts.begin(AccountTag(.stub("b")), at: .stub + 1e9, policy: policy) != .allowed)
        #expect(attempts.overall == .init(failures: 1, since: .stub))
    }
}
