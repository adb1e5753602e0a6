import Domain
import Presentation

/// What the user has done with success.
enum Confirmation: Hashable, Sendable {
    case registered
    case signedIn(AccountID)
    case signedOut(AccountID)
    case severalSignedOut(Int)
    case accountDeleted(AccountID)
    case passwordChanged(AccountID)
    case profileChanged(AccountID)
    case totpEnabled, totpDisabled, copied

    /// What the app shows before and after an operation.
    struct Situation {
        let session: SessionState
        let screen: ScreenName?

        /// The accounts in the account switcher, if it is shown.
        let sessions: [SessionItem]

        /// Whether sign-in requires an authenticator app, on the screen about that.
        let requiresTOTP: Bool?

        /// Whether the screen that began the operation has registered an account, without signing in.
        let hasRegistered: Bool
    }

    /// The account, if it is only one.
    var accountID: AccountID? {
        switch self {
        case .signedIn(let id), .signedOut(let id), .accountDeleted(let id), .passwordChanged(let id),
            .profileChanged(let id):
            id
        case .severalSignedOut, .registered, .totpEnabled, .totpDisabled, .copied: nil
        }
    }

    /// Compares two situations; nil if there is nothing to confirm.
    init?(from old: Situation, to new: Situation) {
        if new.hasRegistered, !old.hasRegistered {
            self = .registered
            return
        }
        // Meanwhile, another program may have signed out an account.
        if case .signedIn(let before, _) = old.session, case .signedIn(let after, _) = new.session,
            before.id != after.id, new.sessions.contains(where: { $0.id == before.id })
        {
            self = .signedIn(after.accountID)
            return
        }
        let ended = old.sessions.filter { item in !new.sessions.contains { $0.id == item.id } }
        if !ended.isEmpty {
            self = ended.count == 1 ? .signedOut(ended[0].accountID) : .severalSignedOut(ended.count)
            return
        }
        if old.screen == .totp, let requiresTOTP = new.requiresTOTP, requiresTOTP != (old.requiresTOTP ?? false) {
            self = requiresTOTP ? .totpEnabled : .totpDisabled
            return
        }
        switch (old.session, new.session) {
        case (.restoring, _): return nil
        case (.signedIn(let before, _), .signedIn(let after, _)) where before.id == after.id:
            guard before.profile != after.profile else { return nil }
            self = .profileChanged(after.accountID)
        case (.signedIn(let before, _), .signedIn(let after, _))
        where before.accountID == after.accountID && old.screen == .account:
            self = .passwordChanged(after.accountID)
        case (_, .signedIn(let session, _)): self = .signedIn(session.accountID)
        case (.signedIn(let session, _), .signedOut(.accountDeleted)): self = .accountDeleted(session.accountID)
        case (.signedIn(let session, _), .signedOut(.signedOut)): self = .signedOut(session.accountID)
        default: return nil
        }
    }
}

extension DemoText {
    func message(for confirmation: Confirmation) -> String {
        switch confirmation {
        case .registered: messages.message(for: FlowNotice.signInRequired)
        case .signedIn(let id): signedIn(id)
        case .signedOut(let id): signedOut(id)
        case .severalSignedOut(let count): signedOut(count)
        case .accountDeleted(let id): deleted(id)
        case .passwordChanged(let id): passwordChanged(id)
        case .profileChanged(let id): profileChanged(id)
        case .totpEnabled: totpEnabled
        case .totpDisabled: totpDisabled
        case .copied: copied
        }
    }
}
