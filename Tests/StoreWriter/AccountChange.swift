package import Domain
import Persistence

/// What a test does to accounts.
package enum AccountChange: Hashable, Sendable {
    case insert(Account)
    case update(AccountID, PasswordHash)
    case delete(AccountID)
    case compact

    package enum Outcome: Hashable, Sendable {
        case made

        /// The ID was taken, or there was none.
        case refused
        case failed(StorageError)
    }

    /// The account it is about.
    package var id: AccountID? {
        switch self {
        case .insert(let account): account.id
        case .update(let id, _), .delete(let id): id
        case .compact: nil
        }
    }

    /// Makes the change of a model.
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

    /// Makes the change of a repository.
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
