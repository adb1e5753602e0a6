import Domain
import Foundation

/// What one would make of an account without a format of one's own.
struct JSONAccount: Codable {
    let id: String
    let nickname: String?
    let passwordHash: String
    let createdAt: Double

    init(_ account: Account) {
        id = account.id.text
        nickname = account.profile.nickname?.text
        passwordHash = account.passwordHash.revealed
        createdAt = account.createdAt.timeIntervalSinceReferenceDate
    }
}
