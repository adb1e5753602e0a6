import AccountFlowTesting
import Domain
import Persistence
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tests of the confirmation that is stored before a registration, because its response may be lost.
struct SignUpConfirmationTests {
    private let operations = InMemoryPendingOperationRepository()
    private let answer: AnswerChallenge

    init() {
        answer = AnswerChallenge(
            service: ChallengeServer(.link(destination: nil), .addressConfirmation),
            operations: operations,
            sessions: .stub(InMemorySessionRepository(), dates: .constant(.stub + 60))
        )
    }

    private func signUp(
        _ result: Result<RegistrationOutcome, RegistrationError>,
        hides: Bool = false,
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) -> SignUp {
        SignUp(
            validator: FormValidatorStub(),
            service: AccountServiceSpy(register: result, beforeAnswering: beforeAnswering),
            sessions: .stub(InMemorySessionRepository(), dates: .constant(.stub + 60)),
            hidesAccountExistence: hides,
            confirming: answer
        )
    }

    private func form(email: String = "kim@y.com") -> AccountForm {
        var form = AccountForm.signUp()
        form[.email] = email
        return form
    }

    /// Stores the confirmation of an earlier sign-up of the same ID.
    private func beginEarlier() async throws -> PendingOperation {
        let earlier = PendingOperation(
            action: .confirmAddress,
            accountID: .stub(),
            address: try EmailAddress("earlier@y.com"),
            key: "earlier",
            begunAt: .stub
        )
        return await operations.begin(earlier, forgettingBefore: .stub)
    }

    @Test(
        arguments: [
            (.service(.remote(.outcomeUnknown)), true), (.service(.cancelled), true),
            (.service(.remote(.network(.unreachable))), false), (.duplicateAccount, false), (.invalidInput([]), false),
        ] as [(RegistrationError, Bool)]
    )
    func `the confirmation is stored before the request, and stays unless nothing was registered`(
        error: RegistrationError,
        stays: Bool
    ) async throws {
        let (asked, answer) = (MessageLog<EmailAddress?>(), answer)
        let sut = signUp(.failure(error)) { asked.append((try? await answer.pending())?.address) }
        await #expect(throws: SignUpError.self) { try await sut(form()) }
        let address = try EmailAddress("kim@y.com")
        #expect(asked.messages == [address])
        let pending = try await answer.pending()
        #expect(pending?.accountID == (stays ? .stub() : nil))
        #expect(pending?.address == (stays ? address : nil))
    }

    @Test func `a refused sign-up leaves the confirmation of an earlier one as it was`() async throws {
        let earlier = try await beginEarlier()
        await #expect(throws: SignUpError.duplicateAccount) { try await signUp(.failure(.duplicateAccount))(form()) }
        #expect(await operations.pending() == [earlier])
    }

    @Test(arguments: [RegistrationOutcome.authenticated(.stub()), .signInRequired])
    func `an account that needs no confirmation is offered none`(outcome: RegistrationOutcome) async throws {
        _ = try await beginEarlier()
        _ = try await signUp(.success(outcome))(form())
        #expect(await operations.pending().isEmpty)
    }

    @Test func `C7 a sign-up that hides which IDs are taken stores no confirmation`() async throws {
        let asked = MessageLog<Int>()
        let operations = operations
        let sut = signUp(.failure(.service(.remote(.outcomeUnknown))), hides: true) {
            asked.append(await operations.pending().count)
        }
        await #expect(throws: SignUpError.service(.remote(.outcomeUnknown))) { try await sut(form()) }
        #expect(asked.messages == [0])
        #expect(await operations.pending().isEmpty)
    }
}
