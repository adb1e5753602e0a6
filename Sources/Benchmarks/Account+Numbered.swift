import Domain
import Foundation

extension AccountID {
    /// One of as many IDs as there are numbers.
    static func numbered(_ number: Int) -> AccountID {
        // A number has at most 20 digits, so the ID is never too long.
        guard let id = try? AccountID("user\(number)@example.com") else { preconditionFailure("an ID was refused") }
        return id
    }
}

extension Account {
    /// An account as large as most are.
    static func numbered(_ number: Int) -> Account {
        Account(
            id: .numbered(number),
            // Letters and digits show, and are few enough.
            profile: Profile(nickname: try? Nickname("nick\(number)")),
            passwordHash: PasswordHash("$y$jBT$abcdefghijklmnopqrstuv$abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"),
            createdAt: Date(timeIntervalSinceReferenceDate: 785_000_000 + Double(number))
        )
    }
}
