import Domain
import Foundation

/// What one would make of an account without a format of one's own.
struct JSONAccount: Codable {
    let id: String
    let nickname: String?
    let credential: String
    let createdAt: Double

    init(_ account: Account) {
        id = account.id.text
        nickname = account.profile.nickname?.text
        credential = account.credential.revealed
        createdAt = account.createdAt.timeIntervalSinceReferenceDate
    }
}
