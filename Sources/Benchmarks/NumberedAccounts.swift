import Domain
import Foundation
import Persistence

extension AccountID {
    static func numbered(_ number: Int) -> AccountID {
        // A number has at most 20 digits, so the ID is never too long.
        guard let id = try? AccountID("user\(number)@example.com") else { preconditionFailure("an ID was refused") }
        return id
    }
}

extension Account {
    /// Returns an account of typical size.
    static func numbered(_ number: Int) -> Account {
        Account(
            id: .numbered(number),
            // The nickname is valid: letters and digits, and not too many.
            profile: Profile(nickname: try? Nickname("nick\(number)")),
            passwordHash: PasswordHash("$y$jBT$abcdefghijklmnopqrstuv$abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"),
            createdAt: Date(timeIntervalSinceReferenceDate: 785_000_000 + Double(number))
        )
    }
}

extension FileAccountRepository {
    /// Inserts accounts, 512 at the same time, and compacts the file.
    func fill(_ count: Int, from first: Int = 0) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<512 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 512) {
                        try await self.insert(.numbered(first + number))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await compact()
    }
}
