import AccountFlowTesting
import Domain
import TestSupport

/// Changes by chance, of few accounts, so that they are often about one that is there.
package struct AccountWorkload {
    private var random: SeededGenerator
    private var number = 0
    private let ids: [AccountID]

    package init(seed: UInt64, accounts: Int = 24) {
        random = SeededGenerator(seed: seed)
        ids = (0..<accounts).map { .stub("person\($0)@example.com") }
    }

    /// So many changes, with compactions at even distances among them.
    package static func changes(_ count: Int, compactions: Int = 0, seed: UInt64, accounts: Int = 24) -> [AccountChange]
    {
        var workload = AccountWorkload(seed: seed, accounts: accounts)
        let step = count / (compactions + 1)
        return (1...count).map { number in
            number % step == 0 && number < step * (compactions + 1) ? .compact : workload.next()
        }
    }

    package mutating func next() -> AccountChange { next(about: ids[Int.random(in: ids.indices, using: &random)]) }

    /// Changes of as many accounts.
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

    /// Never the same twice; mostly as long as a hash, and sometimes as long as several sectors.
    private mutating func passwordHash() -> PasswordHash {
        let length = Int.random(in: 0..<16, using: &random) == 0 ? 1500 : Int.random(in: 0..<90, using: &random)
        return PasswordHash("\(number)-" + String(repeating: "x", count: length))
    }
}
