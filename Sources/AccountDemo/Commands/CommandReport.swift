package import Domain

/// What a command came to, as the one JSON object that `--json` prints.
package struct CommandReport: Encodable, Equatable, Sendable {
    /// The kinds of ending.
    package enum Outcome: String, Encodable, Sendable {
        case signedUp = "signed-up"
        case signedIn = "signed-in"
        case signedOut = "signed-out"
        case passwordChanged = "password-changed"
        case deleted
        case accounts
        case verified
        case damaged
        case repaired
        case compacted
        case exported
        case imported
        case toured
        case left
        case help
        case version
        case completions
        case refused
        case failed
    }

    /// An account, as far as it is anybody's business.
    package struct ListedAccount: Encodable, Equatable, Sendable {
        package var id: String
        package var nickname: String?

        package init(id: AccountID, profile: Profile) {
            self.id = id.text
            nickname = profile.nickname?.text
        }
    }

    /// What was found of a store.
    package struct ListedStore: Encodable, Equatable, Sendable {
        package var store: String
        package var state: String
        package var version: Int?
        package var records: Int?
        package var remarks: [ListedRemark]?
    }

    package var outcome: Outcome
    package var account: ListedAccount?
    package var accounts: [ListedAccount]?
    package var stores: [ListedStore]?
    package var repair: Repair?
    package var bytes: Bytes?
    package var transfer: Transfer?
    package var version: String?
    package var reason: String?
    package var field: String?
    package var message: String?

    /// How many seconds to wait before the next try.
    package var retryAfter: Int?
}
