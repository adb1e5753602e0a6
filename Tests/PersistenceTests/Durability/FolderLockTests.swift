import Domain
import Persistence
import TestSupport
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
        // A slow medium, so that what goes on beside a change goes on within it.
        let hooks = SimulatedFileSystem.Hooks(onSynchronize: { _ in for _ in 0..<20 { sched_yield() } })
        let files = SimulatedFileSystem(hooks: hooks)
        let (ledger, repository) = (AccountLedger(), StoreOnSimulation.open(files))
        var workload = AccountWorkload(seed: 91)
        for _ in 0..<40 {
            await withTaskGroup { group in
                for change in workload.next(7) + [.compact] {
                    group.addTask { await ledger.run(change, in: repository) }
                }
            }
        }
        #expect(files.unlockedCalls == [])
    }
}
