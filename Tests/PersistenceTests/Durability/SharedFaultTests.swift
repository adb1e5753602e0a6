import Domain
import Persistence
import StoreWriter
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What becomes of a store that several use when calls of one of them fail.
@Suite struct SharedFaultTests {
    private static let folder = StoreOnSimulation.folder

    @Test("D6 what another has written after a failure is there when the one who failed goes on")
    func othersGoOn() async throws {
        let clean = SimulatedFileSystem()
        _ = await Self.complaint(on: clean)
        let faults = FaultyCall.all(of: clean.calls).filter { $0.reason != nil && !$0.isLasting }
        let complaints = await Trials.complaints(in: faults.count) { number in
            let files = SimulatedFileSystem()
            files.fail(faults[number].plan)
            return await Self.complaint(on: files).map { "\($0); \(faults[number])" }
        }
        #expect(complaints == [])
    }

    /// One writes, and may fail; the other writes; the one goes on.
    private static func complaint(on files: SimulatedFileSystem) async -> String? {
        let (one, other, ledger) = (StoreOnSimulation.open(files), StoreOnSimulation.open(files), AccountLedger())
        for number in 0..<4 {
            await ledger.run(.insert(.stub(id: .stub("one\(number)"))), in: one)
            await ledger.run(.insert(.stub(id: .stub("other\(number)"))), in: other)
        }
        await ledger.run(.compact, in: one)
        await ledger.run(.update(.stub("one1"), Credential("changed by the other")), in: other)
        if let complaint = await StoreOnSimulation.complaint(about: files.survivors(.dropAll), ledger.entry) {
            return "a crash before reopening: " + complaint
        }
        files.fail(SimulatedFault.none)
        do throws(StorageError) {
            for (name, repository) in [("the one", one), ("the other", other)] {
                try await repository.reopen()
                let found = try await StoreOnSimulation.accounts(in: repository)
                if let complaint = ledger.entry.complaint(about: found) { return "\(name), reopened: " + complaint }
            }
            for (name, repository) in [("the one", one), ("the other", other)] {
                guard await ledger.run(.insert(.stub(id: .stub("later by \(name)"))), in: repository) == .made else {
                    return "\(name) cannot write after reopening"
                }
            }
            for (name, repository) in [("the one", one), ("the other", other)] {
                let found = try await StoreOnSimulation.accounts(in: repository)
                if let complaint = ledger.entry.complaint(about: found) { return "\(name), at the end: " + complaint }
            }
        } catch {
            return "\(error)"
        }
        return await StoreOnSimulation.complaint(about: files.survivors(.dropAll), ledger.entry)
            .map { "a crash at the end: " + $0 }
    }
}
