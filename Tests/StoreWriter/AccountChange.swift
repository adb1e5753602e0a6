import AccountFlowTesting
package import Domain
import Persistence
import TestSupport

/// A change that a test makes to a store of accounts.
package enum AccountChange: Hashable, Sendable {
    case insert(Account)
    case update(AccountID, PasswordHash)
    case delete(AccountID)
    case compact

    package enum Outcome: Hashable, Sendable {
        case made

        /// The ID was already taken, or there was no such account.
        case refused
        case failed(StorageError)
    }

    /// The ID of the changed account, or nil for a compaction.
    package var id: AccountID? {
        switch self {
        case .insert(let account): account.id
        case .update(let id, _), .delete(let id): id
        case .compact: nil
        }
    }

    /// Makes the change in a model of one account.
    ///
    /// - Returns: Whether there was something to change.
    @discardableResult
    package func make(of account: inout Account?) -> Bool {
        switch self {
        case .insert(let new):
            guard account == nil else { return false }
            account = new
        case .update(_, let passwordHash):
            guard account != nil else { return false }
            account?.passwordHash = passwordHash
        case .delete:
            guard account != nil else { return false }
            account = nil
        case .compact: break
        }
        return true
    }

    /// Makes the change in a repository.
    package func make(in repository: any AccountRepository) async -> Outcome {
        do {
            switch self {
            case .insert(let account): try await repository.insert(account)
            case .update(let id, let passwordHash): try await repository.update(id) { $0.passwordHash = passwordHash }
            case .delete(let id): return try await repository.delete(id) ? .made : .refused
            case .compact: try await (repository as? FileAccountRepository)?.compact()
            }
            return .made
        } catch let error as StorageError {
            return .failed(error)
        } catch AccountInsertionError.storage(let error) {
            return .failed(error)
        } catch AccountUpdateError.storage(let error) {
            return .failed(error)
        } catch {
            return .refused
        }
    }
}

extension AccountChange: CustomStringConvertible {
    package var description: String {
        switch self {
        case .insert(let account): "insert \(account.id)"
        case .update(let id, let passwordHash): "update \(id) to \(passwordHash.revealed.prefix(12))"
        case .delete(let id): "delete \(id)"
        case .compact: "compact"
        }
    }
}

/// A sequence of random changes of few accounts, so that a change often affects an existing account.
package struct AccountWorkload {
    private var random: SeededGenerator
    private var number = 0
    private let ids: [AccountID]

    package init(seed: UInt64, accounts: Int = 24) {
        random = SeededGenerator(seed: seed)
        ids = (0..<accounts).map { .stub("person\($0)@example.com") }
    }

    /// Returns `count` changes, some of them compactions at even distances.
    package static func changes(_ count: Int, compactions: Int = 0, seed: UInt64, accounts: Int = 24) -> [AccountChange]
    {
        var workload = AccountWorkload(seed: seed, accounts: accounts)
        let step = count / (compactions + 1)
        return (1...count).map { number in
            number % step == 0 && number < step * (compactions + 1) ? .compact : workload.next()
        }
    }

    package mutating func next() -> AccountChange { next(about: ids[Int.random(in: ids.indices, using: &random)]) }

    /// Returns changes of `count` different accounts.
    package mutating func next(_ count: Int) -> [AccountChange] {
        ids.shuffled(using: &random).prefix(count).map { next(about: $0) }
    }

    private mutating func next(about id: AccountID) -> AccountChange {
        number += 1
        return switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: .insert(.stub(id: id, passwordHash: passwordHash()))
        case 4..<8: .update(id, passwordHash())
        default: .delete(id)
        }
    }

    /// Returns a unique text, usually as long as a hash and sometimes as long as several sectors.
    private mutating func passwordHash() -> PasswordHash {
        let length = Int.random(in: 0..<16, using: &random) == 0 ? 1500 : Int.random(in: 0..<90, using: &random)
        return PasswordHash("\(number)-" + String(repeating: "x", count: length))
    }
}
