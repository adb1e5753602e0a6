import App
import Domain
import Presentation

// The other apps and accounts that a user can choose.
extension FullScreenApp {
    /// Whether another app loses accounts in memory, or a session that is not stored.
    var losesMemory: Bool {
        let session = composition.session.state.session
        return switch preset.map(location) {
        case .memory?: hasBeenSignedIn
        case .program?: session != nil
        case .folder?, .server?, .database?, nil: session?.isRemembered == false
        }
    }

    /// Returns an operation that shuts the app down and launches that of a preset.
    func goOver(to preset: AppSettings.Preset) -> @MainActor () async -> Void {
        let earlier = queue.turn
        queue.dropKeys()
        return {
            await self.composition.shutDown()
            self.composition = self.makeComposition(preset)
            self.composition.serverLanguage.value = self.text.language
            (self.preset, self.hasBeenSignedIn) = (preset, false)
            await earlier?.value
            self.follow(self.composition.makeRootFlow())
            await self.flow.launch()
        }
    }

    /// Covers the screen with the account switcher, and returns the operation that lists the accounts.
    func showAccounts() -> @MainActor () async -> Void {
        let covered = focus
        let scene = AccountsScene(model: flow.makeAccountSwitcherViewModel()) { [weak self] in
            // The flow may have left the covered screen.
            guard let self, switcher != nil else { return }
            switcher = nil
            focus = covered
        }
        switcher = scene
        return { [weak self] in
            await scene.appear()
            if self?.switcher != nil { self?.focus = scene.active }
        }
    }

    /// Signs an account out in the account switcher, and ends a search, in whose place the confirmation is.
    func signOut(_ id: SessionID) async {
        await switcher?.model.signOut(id)
        if switcher?.state.failure == nil { switcher?.query = "" }
    }

    /// Fills the list of all accounts on this device, unless it is closed first, which stops the listing.
    func listAccounts() async {
        let switcher = flow.makeAccountSwitcherViewModel()
        await switcher.appear()
        let signedIn = Dictionary(switcher.state.value.items.map { ($0.accountID, $0.isActive) }) { $0 || $1 }
        let listing = await AccountList.Listing(of: composition, signedIn: signedIn)
        guard !Task.isCancelled, var list = overlay as? AccountList else { return }
        list.listing = listing
        overlay = list
    }

    /// Begins the form with an ID, which is no text of the user that could be lost.
    func begin(with id: String) {
        chosenID = id
        scene?.formModel?.edit(.id, id)
    }

    /// Switches to an account that is signed in, or begins its sign-in.
    func show(_ id: AccountID) async {
        let switcher = flow.makeAccountSwitcherViewModel()
        await switcher.appear()
        if let session = switcher.state.value.items.first(where: { $0.accountID == id }) {
            await switcher.switchTo(session.id)
        } else if !switcher.state.value.canAdd {
            // The switcher says why no account can be added, and can sign one out.
            let list = showAccounts()
            await list()
            setFocus(.button(.addAccount))
        } else {
            switcher.addAccount()
            begin(with: id.text)
            scene?.formModel?.focus(.password)
        }
    }
}
