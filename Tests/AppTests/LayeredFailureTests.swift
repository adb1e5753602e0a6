import AccountFlowTesting
import App
import Domain
import Foundation
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

/// Tests of one failure of the disk, as each layer reports it.
@MainActor
struct LayeredFailureTests {
    @Test func `S1.11 each layer reports a failure of the disk with its own error`() async throws {
        let folder = TemporaryFolder()
        // The lock file is a folder, which cannot be locked, so the store can be read but not written.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/data/.lock",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let repositories = Repositories(folder: StorageDirectory(path: folder.path + "/data"))
        var cause: StorageError?
        do throws(AccountInsertionError) {
            try await repositories.accounts.insert(.stub())
        } catch .storage(let error) {
            cause = error
        }
        let error = try #require(cause)

        let service = LocalAccountService(
            accounts: repositories.accounts,
            hasher: PasswordHasherStub(),
            dates: .system,
            identifiers: .random
        )
        await #expect(throws: RegistrationError.service(.storage(error))) {
            try await service.register(Registration(id: .stub(), password: Password("password1")))
        }

        let app = AppComposition(
            AppConfiguration(policy: .emailLocalPart),
            repositories: repositories,
            hasher: PasswordHasherStub()
        )
        await #expect(throws: SignUpError.service(.storage(error))) { try await app.signUp(.signUp()) }

        let screen = app.makeRootFlow().makeSignUpViewModel()
        for field in [AccountField.id, .password, .confirmation, .nickname] {
            screen.edit(field, AccountForm.signUp()[field])
        }
        await screen.submit()
        #expect(screen.state.value.phase == .failed(.service(.storage(error))))
        #expect(EnglishMessages().message(for: SignUpError.service(.storage(error))).contains("not safe"))
    }
}
