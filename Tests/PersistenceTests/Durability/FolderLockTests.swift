import Domain
import Persistence
import StoreWriter
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Who has the folder while the file in use is changed.
@Suite struct FolderLockTests {
    @Test("F9 the folder is locked at every step of a change, also while everything is written anew")
    func lockedThroughout() async throws {
        // A slow medium: what goes on beside a change goes on while that is being synchronised. It holds a thread that
        // tasks run on, each time for a moment only.
        let hooks = SimulatedFileSystem.Hooks(onSynchronize: { call in
            let end = ContinuousClock.now + (call.name == "accounts.store" ? .milliseconds(3) : .zero)
            while ContinuousClock.now < end { sched_yield() }
        })
        let files = SimulatedFileSystem(hooks: hooks)
        let (ledger, repository) = (AccountLedger(), StoreOnSimulation.open(files, erasePolicy: .immediate))
        var workload = AccountWorkload(seed: 91)
        for _ in 0..<20 {
            await withTaskGroup { group in
                for change in workload.next(20) + [.compact, .compact, .compact] {
                    group.addTask { await ledger.run(change, in: repository) }
                }
            }
        }
        #expect(files.unlockedCalls == [])
    }
}
