import Domain
import Persistence
import Presentation

/// The use cases of an app, which the methods of ``AppComposition`` call, and what else these need.
///
/// Those of the screens are members of this type too.
@dynamicMemberLookup
struct UseCases: Sendable {
    /// What the screens need; a use case that the account service does not offer is nil.
    let screens: RootFlowViewModel.Dependencies

    let listSessions: ListSessions
    let switchAccount: SwitchAccount
    let exportAccount: ExportAccount
    let startOver: StartOver
    let withdrawConsent: WithdrawConsent
    let reviewTerms: ReviewTerms
    let listAccounts: ListAccounts

    /// The throttle of sign-ins to local accounts.
    let throttle: SignInThrottle

    /// The folder of the repositories, or nil if they are in memory.
    let folder: StorageDirectory?

    /// Whether the folder has the accounts; otherwise, a database has them.
    let hasAccountsInFolder: Bool

    subscript<Value>(dynamicMember member: KeyPath<RootFlowViewModel.Dependencies, Value>) -> Value {
        screens[keyPath: member]
    }
}
