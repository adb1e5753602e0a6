#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The failed sign-ins that are remembered, and what they mean for the next one.
///
/// An attempt is counted as a failure before the password is looked at, and taken out of the count when it was right:
/// of any number of simultaneous attempts no more than allowed are made. IDs that no account has are counted like
/// others, so that being told to wait says nothing about them.
public struct SignInAttempts: Hashable, Sendable {
    /// Failures, and when the last of them was.
    public struct Count: Hashable, Sendable {
        /// How many there were, in a row or within a while; more than 0.
        public var failures: Int

        /// When the last of them was, or from when on they are forgotten one by one.
        public var since: Date

        /// Creates a count.
        ///
        /// - Parameters:
        ///   - failures: How many there were, more than 0.
        ///   - since: When the last of them was, or from when on they are forgotten one by one.
        public init(failures: Int, since: Date) {
            self.failures = failures
            self.since = since
        }
    }

    /// What an attempt is told.
    public enum Verdict: Hashable, Sendable {
        /// The attempt may be made, and counts as a failure from now on.
        case admitted

        /// The attempt must not be made before that time, or not before somebody lifts the ban.
        case throttled(until: Date?)
    }

    /// The failures in a row of each account.
    public private(set) var accounts: [AccountTag: Count]

    /// The failures of all accounts together, or nil where there are none.
    public private(set) var overall: Count?

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - accounts: The failures in a row of each account.
    ///   - overall: The failures of all accounts together, or nil where there are none.
    public init(accounts: [AccountTag: Count] = [:], overall: Count? = nil) {
        self.accounts = accounts
        self.overall = overall
    }

    /// Creates an empty table.
    public init() {
        self.init(accounts: [:])
    }

    /// Counts an attempt, unless it has to wait.
    ///
    /// Where the clock was set back behind the last failure, the whole wait begins anew: it is never shortened, and
    /// never longer than the policy has it.
    ///
    /// - Parameters:
    ///   - account: The account that is tried, existing or not.
    ///   - now: The present time.
    ///   - policy: How long to wait after how many failures.
    /// - Returns: Whether the attempt may be made.
    public mutating func begin(_ account: AccountTag, at now: Date, policy: ThrottlePolicy) -> Verdict {
        var own = accounts[account] ?? Count(failures: 0, since: now)
        guard own.failures < policy.lastFailure else { return .throttled(until: nil) }
        let delay = policy.delay(after: own.failures)
        if now < own.since {
            own.since = now
            accounts[account] = own
        }
        guard now >= own.since + delay else { return .throttled(until: own.since + delay) }

        var all = recovered(at: now, policy: policy)
        guard all.failures < policy.burst else {
            overall = all
            return .throttled(until: all.since + policy.refill)
        }

        all.failures += 1
        overall = all
        accounts[account] = Count(failures: own.failures + 1, since: now)
        forgetOldest(except: account, unlessWithin: policy.maximumAccounts)
        return .admitted
    }

    /// Ends an attempt whose password was right: the failures before it are forgotten.
    ///
    /// - Parameter account: The account.
    public mutating func succeed(_ account: AccountTag) {
        accounts[account] = nil
        takeOneBack()
    }

    /// Ends an attempt of which nobody learnt whether the password was right: it was no failure.
    ///
    /// - Parameter account: The account.
    public mutating func revert(_ account: AccountTag) {
        if var own = accounts[account] {
            own.failures -= 1
            accounts[account] = own.failures > 0 ? own : nil
        }
        takeOneBack()
    }

    /// Forgets the failures of an account, because it is deleted, or to lift a ban.
    ///
    /// - Parameter account: The account.
    public mutating func forget(_ account: AccountTag) {
        accounts[account] = nil
    }

    private mutating func takeOneBack() {
        guard var all = overall else { return }
        all.failures -= 1
        overall = all.failures > 0 ? all : nil
    }

    /// The failures of all accounts, without those that the time since has made up for.
    private func recovered(at now: Date, policy: ThrottlePolicy) -> Count {
        guard var all = overall else { return Count(failures: 0, since: now) }
        guard now >= all.since else { return Count(failures: all.failures, since: now) }
        let steps = (now.timeIntervalSince(all.since) / policy.refill).rounded(.down)
        guard steps < Double(all.failures) else { return Count(failures: 0, since: now) }
        all.failures -= Int(steps)
        all.since += steps * policy.refill
        return all
    }

    /// Makes room, but not by the account that is tried, which looks the oldest where the clock was set back.
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
