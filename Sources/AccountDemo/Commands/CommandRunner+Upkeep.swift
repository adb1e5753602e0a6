import App
import Domain
import Networking
package import Persistence
import Presentation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CommandRunner {
    /// Runs an operation on the stores, unless their folder is missing, has none, or lacks the one of the accounts.
    func withStores(documentsSuffice: Bool = false, _ work: () async -> CommandResult) async -> CommandResult {
        guard let names = await storedNames(), !names.contains(StorageError.Store.accounts.fileName) else {
            return await work()
        }
        let hasDocuments = names.contains(where: StorageError.Store.allCases.map(\.fileName).contains)
        if hasDocuments, documentsSuffice { return await work() }
        do throws(StorageError) {
            _ = try await composition.accounts.count()
        } catch {
            // The lock file knows of accounts whose file was removed; the work reports that.
            if error.reason == .replaced { return await work() }
        }
        return .failed("no-store", exit: .noStore, located(hasDocuments ? text.noAccountStore : text.noStore))
    }

    /// Returns the names in the folder of the stores; nil if they are in memory, or the folder cannot be listed.
    @FileActor
    private func storedNames() -> [String]? {
        guard case .folder(let path) = composition.configuration.storage else { return nil }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            // The stores report why a folder cannot be listed.
            return (error as? CocoaError)?.code == .fileReadNoSuchFile ? [] : nil
        }
    }

    /// Opens every store read-only, and reports its state.
    package func verify(progress: @escaping StoreProgress) async -> CommandResult {
        await withStores(documentsSuffice: true) { await inspect(progress) }
    }

    private func inspect(_ progress: @escaping StoreProgress) async -> CommandResult {
        let findings = await composition.inspectStores(progress: progress)
        var result = CommandResult.done("verified", ["stores": .array(findings.map(json))], text: "")
        var lines: [String] = []
        for finding in findings {
            switch finding.state {
            case .absent: lines.append("✔ " + text.storeAbsent(finding.store))
            case .readable(let version, let records):
                lines.append("✔ " + text.storeReadable(finding.store, version: version, records: records))
            case .unreadable(let reason):
                let error = StorageError(store: finding.store, reason: reason)
                let message = messages.message(for: error) + hint(on: error)
                lines.append("✘ " + message)
                result.note(reason, message)
            }
            for remark in finding.remarks {
                lines.append("  · " + text.remark(remark))
                if case .obstacle(_, let location) = remark {
                    result.note(.unsafeLocation(location), text.remark(remark))
                }
            }
        }
        // Of a server's accounts, there are only documents here.
        if case .local = composition.configuration.backend, findings.first?.state == .absent, result.exitCode == .done {
            let stores = result.report["stores"]
            result = .failed("no-store", exit: .noStore, located(text.noAccountStore))
            result.report["stores"] = stores
        }
        // What is wrong with the folder itself is true of every store, so the error says it once.
        if !haveUnsafeFolder(findings) { result.text = lines.joined(separator: "\n") }
        return result
    }

    private func haveUnsafeFolder(_ findings: [StoreFinding]) -> Bool {
        guard let first = findings.first, case .unreadable(.unsafeLocation) = first.state else { return false }
        return findings.allSatisfy { $0.state == first.state && $0.remarks.isEmpty }
    }

    private func json(_ finding: StoreFinding) -> JSONValue {
        var members = ["store": JSONValue.string(finding.store.rawValue)]
        switch finding.state {
        case .absent: members["state"] = .string("absent")
        case .readable(let version, let records):
            members["state"] = .string("readable")
            members["version"] = .number(String(version))
            members["records"] = .number(String(records))
        case .unreadable(let reason): members["state"] = .string(reason.code)
        }
        if !finding.remarks.isEmpty { members["remarks"] = .array(finding.remarks.map { .object(json($0)) }) }
        return .object(members)
    }

    private func json(_ remark: StoreFinding.Remark) -> [String: JSONValue] {
        switch remark {
        case .unfinishedChange(let bytes): ["remark": .string("unfinished-change"), "bytes": .number(String(bytes))]
        case .copyOfUnfinishedChange(let name):
            ["remark": .string("copy-of-unfinished-change"), "name": .string(name)]
        case .damagedIndex: ["remark": .string("damaged-index")]
        case .awaitsErasure: ["remark": .string("awaits-erasure")]
        case .openToOthers(let name): ["remark": .string("open-to-others"), "name": .string(name)]
        case .folderOpenToOthers: ["remark": .string("folder-open-to-others")]
        case .obstacle(let name, let location):
            ["remark": .string("obstacle"), "name": .string(name), "reason": .string(location.rawValue)]
        case .tooLarge(let name): ["remark": .string("too-large"), "name": .string(name)]
        case .unfinishedExport(let name): ["remark": .string("unfinished-export"), "name": .string(name)]
        case .unfinishedStore(let name): ["remark": .string("unfinished-store"), "name": .string(name)]
        }
    }

    /// Copies the readable accounts of a damaged store to another folder.
    package func repair(progress: @escaping StoreProgress) async -> CommandResult {
        await withStores { await repairAccounts(progress) }
    }

    private func repairAccounts(_ progress: @escaping StoreProgress) async -> CommandResult {
        let path = invocation[.to] ?? ""
        do throws(RepairError) {
            let report = try await composition.repairAccounts(to: path, progress: progress)
            let numbers = [
                "accounts": report.accounts, "lostRecords": report.lostRecords, "missingFrames": report.missingFrames,
                "unreadableBytes": report.unreadableBytes,
            ]
            let lines = text.repaired(report) + "\n" + text.folder(path)
            var result = CommandResult.done("repaired", ["repair": json(numbers)], text: lines)
            if report.lostRecords > 0 || report.missingFrames > 0 || report.unreadableBytes > 0 {
                result.exitCode = .invalidData
                result.errorText = text.recordsLost
                result.report["reason"] = .string("records-lost")
                result.report["message"] = .string(text.recordsLost)
            }
            return result
        } catch {
            switch error {
            case .nothingToRepair: return .failed("nothing-to-repair", located(text.nothingToRepair))
            case .noHeader: return .failed("no-header", exit: .invalidData, located(text.noHeader))
            case .destinationInUse: return .failed("folder-in-use", text.destinationInUse + "\n" + text.folder(path))
            case .source(let cause): return failed(cause)
            case .destination(let cause): return failed(cause, messages.message(for: cause) + "\n" + text.folder(path))
            }
        }
    }

    /// Moves a store that cannot be read aside, and starts over without it, if the user confirms that.
    package func reset() async -> CommandResult {
        guard let store = invocation.operand.flatMap(StorageError.Store.init) else {
            return .failed("usage", exit: .usage, text.nothingToReset)
        }
        return await withStores(documentsSuffice: true) { await reset(store) }
    }

    private func reset(_ store: StorageError.Store) async -> CommandResult {
        let finding = await composition.inspectStores().first { $0.store == store }
        guard case .unreadable(let reason) = finding?.state else {
            return .failed("nothing-to-reset", located(text.nothingToReset))
        }
        let damage = StorageError(store: store, reason: reason)
        guard damage.allowsStartingOver else { return failed(damage) }
        let question = messages.message(for: damage) + "\n" + text.resetQuestion
        guard invocation.has(.yes) || console.confirm(question.printable, stopped: text.resetCancelled) else {
            return .failed("cancelled", text.resetCancelled)
        }
        do throws(StorageError) {
            let earlier = await storedNames() ?? []
            try await composition.startOver(with: store)
            let new = await storedNames()?.first { $0.hasPrefix(store.fileName + ".") && !earlier.contains($0) }
            let output = located(text.reset(store, new ?? store.fileName))
            return .done("reset", ["store": .string(store.rawValue)], text: output)
        } catch {
            return failed(error)
        }
    }

    /// Rewrites the account store without deleted and replaced data.
    package func compact(progress: @escaping StoreProgress) async -> CommandResult {
        await withStores {
            do throws(StorageError) {
                let (before, after) = try await composition.compactAccounts(progress: progress)
                let bytes = json(["before": before, "after": after])
                return .done("compacted", ["bytes": bytes], text: text.compacted(before: before, after: after))
            } catch {
                return failed(error)
            }
        }
    }

    func json(_ numbers: [String: Int]) -> JSONValue { .object(numbers.mapValues { .number(String($0)) }) }
}

extension CommandResult {
    /// Makes the result that of a store that cannot be read or changed; the first reason is the one of the message.
    fileprivate mutating func note(_ reason: StorageError.Reason, _ message: String) {
        if reason.exitCode.rawValue > exitCode.rawValue { exitCode = reason.exitCode }
        guard errorText.isEmpty else { return }
        errorText = message
        let members = ["outcome": "damaged", "reason": reason.code, "message": message]
        report.merge(members.mapValues { .string($0) }) { $1 }
    }
}
