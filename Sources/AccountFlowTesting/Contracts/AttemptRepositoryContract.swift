public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contract of every repository of failed sign-ins.
public typealias AttemptRepositoryContract = Contract<any AttemptRepository>

extension AttemptRepositoryContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("an empty repository has no attempts") { repository async throws in
                #expect(try await repository.update { $0 } == SignInAttempts())
            },
            promise("a change is stored exactly") { repository in
                let policy = ThrottlePolicy.standard
                var expected = SignInAttempts()
                for (number, id) in ["Kim@x.com", "가", "kim@x.com", "lee"].enumerated() {
                    let (tag, date) = (AccountTag(.stub(id)), Date.stub + Double(number) / 3)
                    let decision = try await repository.update { $0.begin(tag, at: date, policy: policy) }
                    #expect(decision == expected.begin(tag, at: date, policy: policy))
                }
                #expect(try await repository.update { $0 } == expected)
                try await repository.update { $0.succeed(AccountTag(.stub("lee"))) }
                expected.succeed(AccountTag(.stub("lee")))
                #expect(try await repository.update { $0 } == expected)
                try await repository.update { $0 = SignInAttempts() }
                #expect(try await repository.update { $0 } == SignInAttempts())
            },
            promise("C10 simultaneous attempts are all counted") { repository in
                let tag = AccountTag(.stub())
                let decisions = try await simultaneously(32) { _ in
                    try await repository.update { $0.begin(tag, at: .stub, policy: .standard) }
                }
                #expect(decisions.count { $0 == .allowed } == 4)
                #expect(decisions.count { $0 == .throttled(.until(.stub + 1)) } == 28)
                #expect(try await repository.update { $0.accounts[tag]?.failures } == 4)
            },
        ]
    }

}
