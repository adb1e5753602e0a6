import App
import Domain
import Networking
import Persistence
import Presentation

/// The steps with the stores, and with other apps that share them.
extension TourPlayer {
    func chooseAccount(_ id: String?, among ids: [String]) async throws(TourFailure) {
        let switcher = AccountsScene(model: flow.makeAccountSwitcherViewModel(), close: {})
        await switcher.appear()
        let items = switcher.model.state.value.items
        try await tell("│", title(switcher.title))
        for item in items { try await tell("│", "\(item.isActive ? "[x]" : "[ ]") \(text.label(of: item))") }
        try expect(items.map(\.accountID.text), is: ids)
        try await tell("▸", id ?? button(.addAccount))
        let chosen = items.first { $0.accountID.text == id }
        await switcher.press(chosen.map { .account($0.id) } ?? .button(.addAccount), in: text)
    }

    func accounts() async throws(TourFailure) -> [Account] {
        let accounts = openStores().accounts
        return try await mapError(TourFailure.unavailable, awaiting: try await accounts.page(after: nil, limit: 100))
    }

    func playRivals(_ texts: KeyValuePairs<AccountField, String>) async throws(TourFailure) {
        try await tell("·", text.rivals)
        let flows = [makeApp().makeRootFlow(), makeApp().makeRootFlow()]
        var rivals: [SignUpViewModel] = []
        for flow in flows {
            await flow.makeStartViewModel().start()
            let rival = flow.makeSignUpViewModel()
            for (field, text) in texts { rival.edit(field, text) }
            rivals.append(rival)
        }
        let submissions = rivals.map { rival in Task { await rival.submit() } }
        for submission in submissions { await submission.value }

        let winners = flows.compactMap { $0.state.value.routes?.session?.accountID.text }
        let failures = rivals.compactMap(\.result)
        for winner in winners { try await tell("│", "✔ \(winner)") }
        for failure in failures { try await tell("│", line(for: failure)) }
        try expect(winners, is: [AccountForm(texts)[.id]])
        try expect(failures, is: [.signUpFailed(.duplicateAccount)])
    }

    /// Another app on the same stores changes the profile.
    func changeProfileElsewhere(_ texts: KeyValuePairs<AccountField, String>) async throws(TourFailure) {
        try await tell("·", text.elsewhere)
        for (field, typed) in texts { try await tell("·", "\(messages.label(of: field)): \(typed)") }
        let other = makeApp()
        guard case .restored(let session) = await other.restoreSession() else {
            throw failure(wanted: "a session", found: "none")
        }
        do {
            let edit = try ProfileEdit(of: session.profile, to: AccountForm(texts), fields: texts.map(\.key))
            _ = try await other.updateProfile(of: session, edit)
        } catch {
            throw failure(wanted: "another profile", found: "\(error)")
        }
        await other.shutDown()
    }

    /// Exports the data about the account, and shows the members of the document.
    func export(_ members: [String], without secret: String) async throws(TourFailure) {
        let model: AccountViewModel = try screen()
        try await tell("▸", button(.exportAccount))
        await model.exportAccount()
        guard let export = model.state.value.export else { throw failure(wanted: "an export", found: "none") }
        model.removeExport()
        let names = (JSONValue.orNull(Array(export.json.utf8)).members ?? [:]).keys.sorted()
        try await tell("│", "{\(names.joined(separator: ", "))}")
        try expect(names, is: members)
        try expect(export.json.contains(secret), is: false)
    }

    /// Shows how the errors of the layers wrap the failure of a store.
    func showLayers(_ texts: KeyValuePairs<AccountField, String>, _ names: [String]) async throws(TourFailure) {
        var stores = Repositories()
        // A folder under a device cannot be created on any platform.
        stores.accounts = Repositories(.folder("/dev/null/accounts")).accounts
        let app = AppComposition(configuration, repositories: stores)
        var errors: [String] = []
        do throws(SignUpError) {
            _ = try await app.signUp(AccountForm(texts))
        } catch {
            errors = Self.errors(in: error).map { "\(Swift.type(of: $0))" }
            try await tell("│", "✘ " + messages.message(for: error))
        }
        await app.shutDown()
        try await tell("·", errors.joined(separator: " ← "))
        try expect(errors, is: names)
    }

    /// Shows the members of a stored record, without their values.
    func showRecord(of id: String, _ members: [String]) async throws(TourFailure) {
        guard let account = try await accounts().first(where: { $0.id.text == id }) else {
            throw failure(wanted: id, found: "none")
        }
        let names = (JSONValue.orNull(AccountLine().encode(account)).members ?? [:]).keys.sorted()
        try await tell("│", "\(Swift.type(of: account)) → {\(names.joined(separator: ", "))}")
        try expect(names, is: members)
    }
}
