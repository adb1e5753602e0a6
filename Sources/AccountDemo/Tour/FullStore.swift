import App
import Domain
import Persistence
import Presentation

/// A store of accounts on a medium without room, and what becomes of its failure in the layers above.
struct FullStore: AccountRepository {
    /// What one layer says.
    struct Report: Sendable {
        let layer: String
        let error: String
        let cause: StorageError?

        init(_ layer: Any.Type, _ error: some Error, cause: StorageError?) {
            self.layer = "\(layer)"
            self.error = "\(type(of: error))"
            self.cause = cause
        }
    }

    private let error: StorageError

    init(_ error: StorageError) {
        self.error = error
    }

    func insert(_ account: Account) async throws(AccountInsertionError) { throw .storage(error) }
    func find(_ id: AccountID) async throws(StorageError) -> Account? { throw error }
    func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account { throw .storage(error) }
    func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool { throw error }
    func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] { throw error }
    func count() async throws(StorageError) -> Int { throw error }

    /// Signs somebody up at every layer in turn, from the store up to the screen.
    @MainActor
    func climb(_ texts: KeyValuePairs<AccountField, String>, hashingCost: HashingCost) async -> [Report] {
        var configuration = AppConfiguration.start
        configuration.hashingCost = hashingCost
        configuration.availabilityPause = nil
        let app = AppComposition(
            configuration,
            repositories: Repositories(
                accounts: self,
                sessions: InMemorySessionRepository(),
                consents: InMemoryConsentRepository()
            )
        )
        let form = AccountForm(texts)
        var reports: [Report] = []
        do throws(StorageError) {
            _ = try await count()
        } catch {
            reports.append(Report((any AccountRepository).self, error, cause: error))
        }
        do throws(RegistrationError) {
            let service = LocalAccountService(
                accounts: self,
                hasher: LocalPasswordHasher(cost: hashingCost),
                dates: .system,
                identifiers: .random
            )
            // Where the ID is none, a report is missing, and the row fails.
            guard let id = try? AccountID(form[.id]) else { return reports }
            _ = try await service.register(Registration(id: id, password: Password(form[.password])))
        } catch {
            var cause: StorageError?
            if case .failed(.storage(let error)) = error { cause = error }
            reports.append(Report((any AccountService).self, error, cause: cause))
        }
        do throws(SignUpError) {
            _ = try await app.signUp(form)
        } catch {
            reports.append(Report(SignUp.self, error, cause: Self.cause(of: error)))
        }
        let screen = app.makeRootFlow().makeSignUpViewModel()
        for (field, text) in texts { screen.edit(field, text) }
        await screen.submit()
        if case .failed(.failed(let error)) = screen.state.value.phase {
            reports.append(Report(SignUpViewModel.self, error, cause: Self.cause(of: error)))
        }
        return reports
    }

    private static func cause(of error: SignUpError) -> StorageError? {
        if case .failed(.storage(let error)) = error { error } else { nil }
    }
}
