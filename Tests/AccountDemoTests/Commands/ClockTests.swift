import AccountDemo
import AccountFlowTesting
import App
import Domain
import Networking
import Persistence
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tests of the commands while the clock looks wrong.
struct ClockTests {
    @Test func `status reports an uncertain session with an exit code and an outcome of its own`() async throws {
        let sessions = InMemorySessionRepository(.stub(startedAt: .stub + 86_401))
        var repositories = Repositories()
        repositories.sessions = sessions
        var configuration = AppConfiguration.quick
        configuration.sessions = .standard
        for command in [CommandName.status, .changePassword, .deleteAccount] {
            let runner = CommandRunner(
                Invocation(command, nil, [:]),
                composition: AppComposition(configuration, repositories: repositories, dates: .constant(.stub)),
                console: RecordingConsole()
            )
            let result =
                switch command {
                case .status: await runner.status()
                case .changePassword: await runner.changePassword()
                default: await runner.deleteAccount()
                }
            #expect(result.exitCode == .clockUncertain)
            #expect(result.report["outcome"] == .string("uncertain"))
            #expect(result.report["reason"] == .string("clock-uncertain"))
            #expect(result.errorText.contains("clock"))
        }
        #expect(try await sessions.active() != nil)
    }
}
