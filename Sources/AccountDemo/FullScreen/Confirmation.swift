import Domain
import Presentation

/// What the user has done with success, as the session shows it.
enum Confirmation: Hashable, Sendable {
    case signedIn(AccountID)

    /// Nil for several accounts.
    case signedOut(AccountID?)
    case accountDeleted(AccountID)
    case passwordChanged(AccountID)
    case profileChanged(AccountID)

    /// Compares two states of the session.
    ///
    /// - Parameters:
    ///   - old: The earlier state.
    ///   - new: The later state.
    ///   - screen: The screen that is shown.
    init?(from old: SessionState, to new: SessionState, on screen: ScreenName?) {
        switch (old, new) {
        case (.restoring, _): return nil
        case (.signedIn(let old, _), .signedIn(let new, _)) where old.id == new.id:
            guard old.profile != new.profile else { return nil }
            self = .profileChanged(new.accountID)
        case (.signedIn(let old, _), .signedIn(let new, _)) where old.accountID == new.accountID && screen == .account:
            self = .passwordChanged(new.accountID)
        case (_, .signedIn(let session, _)): self = .signedIn(session.accountID)
        case (.signedIn(let session, _), .signedOut(.withdrawn)): self = .accountDeleted(session.accountID)
        case (.signedIn(let session, _), .signedOut(.signedOut)): self = .signedOut(session.accountID)
        default: return nil
        }
    }
}

extension DemoText {
    func message(for confirmation: Confirmation) -> String {
        switch confirmation {
        case .signedIn(let id): signedIn(id)
        case .signedOut(let id): id.map(signedOut) ?? signedOut
        case .accountDeleted(let id): deleted(id)
        case .passwordChanged(let id): passwordChanged(id)
        case .profileChanged(let id): profileChanged(id)
        }
    }
}
