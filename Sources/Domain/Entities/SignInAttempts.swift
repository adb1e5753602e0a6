#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The failed sign-ins, and whether the next one is throttled.
///
/// An attempt counts as a failure before its password is compared, and is removed again if the password is correct. So
/// simultaneous attempts cannot exceed the limit. IDs without an account are counted as well, so throttling reveals
/// nothing about them.
public struct SignInAttempts: Hashable, Sendable {
    /// A number of failures and their date.
    public struct Count: Hashable, Sendable {
        /// The number of failures, more than 0.
        public var failures: Int

        /// The date of the last failure, or for ``SignInAttempts/overall`` the date from which failures are forgotten.
        public var since: Date

        /// Creates a count.
        ///
        /// - Parameters:
        ///   - failures: The number of failures, more than 0.
        ///   - since: The date of the last failure, or the date from which failures are forgotten.
        public init(failures: Int, since: Date) {
            self.failures = failures
            self.since = since
        }
    }

    /// The decision about an attempt.
    public enum Decision: Hashable, Sendable {
        /// The attempt may be made, and counts as a failure from now on.
        case allowed

        /// The attempt must not be made now.
        case throttled(Throttling)
    }

    /// The failures in a row of each account.
    public private(set) var accounts: [AccountTag: Count]

    /// The recent failures of all accounts together, or nil if there are none.
    public private(set) var overall: Count?

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - accounts: The failures in a row of each account.
    ///   - overall: The recent failures of all accounts together, or nil if there are none.
    public init(accounts: [AccountTag: Count] = [:], overall: Count? = nil) {
        self.accounts = accounts
        self.overall = overall
    }

    /// Creates an empty table.
    public init() {
        self.init(accounts: [:])
    }

    /// Creates a table in place of one that was lost.
    ///
    /// All accounts together have as many failures as the policy allows, so every sign-in is throttled at first.
    package init(lostAt date: Date, policy: ThrottlePolicy) {
        self.init(overall: Count(failures: policy.burst, since: date))
    }

    /// Counts an attempt, unless it is throttled.
    ///
    /// If the clock is before the last failure, the whole wait starts again: setting the clock back never shortens it,
    /// and it is never longer than the policy says.
    package mutating func begin(_ account: AccountTag, at now: Date, policy: ThrottlePolicy) -> Decision {
        var own = accounts[account] ?? Count(failures: 0, since: now)
        guard own.failures < policy.maximumFailures else { return .throttled(.banned) }
        let delay = policy.delay(after: own.failures)
        if now < own.since {
            own.since = now
            accounts[account] = own
        }
        guard now >= own.since + delay else { return .throttled(.until(own.since + delay)) }

        var all = recovered(at: now, policy: policy)
        guard all.failures < policy.burst else {
            overall = all
            return .throttled(.until(all.since + policy.refillInterval))
        }

        all.failures += 1
        overall = all
        accounts[account] = Count(failures: own.failures + 1, since: now)
        forgetOldest(except: account, unlessWithin: policy.maximumAccounts)
        return .allowed
    }

    /// Ends an attempt whose password was correct, and forgets the account's failures.
    package mutating func succeed(_ account: AccountTag) {
        accounts[account] = nil
        takeOneBack()
    }

    /// Ends an attempt whose password was not compared, which is no failure.
    package mutating func revert(_ account: AccountTag) {
        if var own = accounts[account] {
            own.failures -= 1
            accounts[account] = own.failures > 0 ? own : nil
        }
        takeOneBack()
    }

    /// Ends an attempt whose password was correct, but which needs a second factor.
    ///
    /// It is no failure, and the second factor need not wait. The failures before it stay, because the password alone
    /// would otherwise allow any number of wrong codes.
    package mutating func proceed(_ account: AccountTag, policy: ThrottlePolicy) {
        revert(account)
        guard var own = accounts[account] else { return }
        own.since -= policy.delay(after: own.failures)
        accounts[account] = own
    }

    /// Forgets the failures of an account, because it was deleted or a ban is lifted.
    package mutating func forget(_ account: AccountTag) {
        accounts[account] = nil
    }

    private mutating func takeOneBack() {
        guard var all = overall else { return }
        all.failures -= 1
        overall = all.failures > 0 ? all : nil
    }

    /// The failures of all accounts without those that have been forgotten since.
    private func recovered(at now: Date, policy: ThrottlePolicy) -> Count {
        guard var all = overall else { return Count(failures: 0, since: now) }
        guard now >= all.since else { return Count(failures: all.failures, since: now) }
        let steps = (now.timeIntervalSince(all.since) / policy.refillInterval).rounded(.down)
        guard steps < Double(all.failures) else { return Count(failures: 0, since: now) }
        all.failures -= Int(steps)
        all.since += steps * policy.refillInterval
        return all
    }

    /// Forgets the accounts with the oldest attempts, except this one, whose date is the oldest if the clock was set
    /// back.
    private mutating func forgetOldest(except account: AccountTag, unlessWithin maximum: Int) {
        while accounts.count > maximum {
            let oldest = accounts.lazy.filter { $0.key != account }.min {
                ($0.value.since, $0.key.digits) < ($1.value.since, $1.key.digits)
            }
            guard let oldest else { return }
            accounts[oldest.key] = nil
        }
    }
}
