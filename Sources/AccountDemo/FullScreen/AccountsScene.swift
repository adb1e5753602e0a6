import Domain
import Presentation

/// The account switcher, which covers the screens of the flow until one of them changes.
struct AccountsScene: Scene {
    let model: AccountSwitcherViewModel
    let close: @MainActor () -> Void

    /// The typed text, which selects accounts and buttons.
    var query = ""

    var title: ScreenName { .accounts }

    /// The session of the active account, which has the focus first.
    var active: SceneItem? { state.items.first(where: \.isActive).map { .account($0.id) } }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(text.sessionCount(state.items.count)), .gap]
        parts += state.items.map { item in
            let title = (item.isActive ? "● " : "○ ") + text.label(of: item)
            return ScenePart(.button(title, isEnabled: true), .account(item.id)) {
                await model.switchTo(item.id)
                if state.failure == nil { close() }
            }
        }
        parts.append(.gap)
        if let failure = state.failure { parts.append(.failure(message(about: failure, in: text.messages))) }
        parts += [
            text.button(.addAccount, isEnabled: state.canAdd) {
                model.addAccount()
                close()
            },
            text.button(.signOutAll, isEnabled: !state.isBusy && !state.items.isEmpty) { await model.signOutAll() },
            text.button(.back, close),
        ]
        parts.removeAll { if case .button(let title, _, _) = $0.element { !title.isFound(by: query) } else { false } }
        return parts.contains { $0.item != nil } ? parts : parts + [.text(text.noAccountFound)]
    }

    private func message(about failure: AccountSwitcherState.Failure, in messages: any MessageCatalog) -> String {
        switch failure {
        case .notSwitched(let error): messages.message(for: error)
        case .notListed(let error): messages.message(forUnlistedAccounts: error)
        case .sessionRemains(let error): messages.message(for: FlowNotice.sessionRemains(error))
        }
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        if state.isBusy { return text.notPossible }
        return item == .button(.addAccount) ? text.sessionLimit(StoredSessions.limit) : text.sessionCount(0)
    }

    func escape() { close() }
}

extension DemoText {
    /// The ID, the nickname, if any, and whether the session has expired.
    func label(of item: SessionItem) -> String {
        let texts = [item.accountID.text, item.profile.nickname?.text, item.isExpired ? expired : nil]
        return texts.compactMap { $0 }.joined(separator: "  ")
    }
}
