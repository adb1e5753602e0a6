import App
import Domain
import Networking
import Persistence
import Presentation

/// The reason why an export or an import stopped.
enum TransferFailure: Error, Equatable {
    case cancelled

    case storage(StorageError)

    /// An export must not write to what its path names.
    case refused(ExportDestination.Refusal)
    case file(PrivateFileError)

    /// Standard output failed.
    case output

    /// There is no file to import at this path.
    case notFound(String)

    /// The lines to import could not be read, with this value of `errno`.
    case unreadable(code: Int32)

    /// A line of a strict import is not an account.
    case invalidLine
}

extension CommandRunner {
    private static let pageSize = 1_000

    /// Adds accounts from the lines of a file or of standard input, and shows progress on standard error.
    package func importAccounts() async -> CommandResult {
        var work = AccountImport(accounts: composition.accounts, isStrict: invocation.has(.strict))
        var result: CommandResult
        do throws(TransferFailure) {
            let reader = try await LineReader.open(invocation.operand ?? "-")
            var meter = meter
            defer { meter?.hide(on: console) }
            try await work.run(reader) { summary, bytes in
                let fraction = reader.size.flatMap { $0 > 0 ? Double(bytes) / Double($0) : nil }
                meter?.show(accounts: summary.imported + summary.skipped, fraction: fraction, on: console)
            }
            let isComplete = work.summary.invalid == 0
            result = isComplete ? .done("imported", text: "") : .failed("invalid-lines", text.hasInvalidLines)
            // Without an insertion, nothing has shown whether the store is whole.
            if work.summary.imported == 0, case let list = await listAccounts(),
                list.exitCode != .done
            {
                result = list
            }
        } catch {
            result = failed(error, cancelled: text.importCancelled)
        }
        let summary = work.summary
        // The added accounts stay, even after a failure.
        if summary.lines > 0 || result.exitCode == .done {
            result.text = text.imported(summary.imported, skipped: summary.skipped, invalid: summary.invalid)
        }
        result.report["transfer"] = json(summary)
        if result.exitCode != .done {
            let unlisted = summary.invalid - summary.invalidLines.count
            var lines = summary.invalidLines.map { text.invalidLine($0.number, $0.failure) }
            if unlisted > 0 { lines.append(text.moreInvalidLines(unlisted)) }
            result.errorText = (lines + [result.errorText]).joined(separator: "\n")
        }
        return result
    }

    private func json(_ summary: ImportSummary) -> JSONValue {
        let numbers = [
            "lines": summary.lines, "imported": summary.imported, "skipped": summary.skipped,
            "invalid": summary.invalid,
        ]
        var members = numbers.mapValues { JSONValue.number(String($0)) }
        if summary.invalid > 0 {
            let lines = summary.invalidLines.map { line in
                JSONValue.object(["line": .number(String(line.number)), "reason": .string(line.failure.rawValue)])
            }
            members["invalidLines"] = .array(lines)
        }
        return .object(members)
    }

    /// Writes the accounts, one per line, to a file or to standard output, and shows progress on standard error.
    package func exportAccounts() async -> CommandResult {
        await withStores(exportStoredAccounts)
    }

    private func exportStoredAccounts() async -> CommandResult {
        if !invocation.has(.quiet) { console.writeError(text.exportWarning + "\n") }
        return await exporting { destination throws(TransferFailure) in
            let count = try await exportAccounts(to: destination)
            return .done("exported", ["transfer": json(["exported": count])], text: text.exported(count))
        }
    }

    /// Writes what is stored about the account that is signed in to a file or to standard output.
    package func exportMine() async -> CommandResult {
        await withSession(withoutTerms: true) { session in
            await withPasswords([[text.passwordPrompt]]) { passwords in
                let export: AccountExport
                do throws(ExportAccountError) {
                    export = try await composition.exportAccount(session, password: Password(passwords[0]))
                } catch {
                    return failed(error)
                }
                return await exporting { destination throws(TransferFailure) in
                    try await destination.write(export.json.printableJSON, console)
                    return done("exported", session, text: text.exportedMine(session.accountID))
                }
            }
        }
    }

    /// Opens the destination of an export, and completes it, or removes it if the work fails.
    private func exporting(
        _ work: (ExportDestination) async throws(TransferFailure) -> CommandResult
    ) async -> CommandResult {
        do throws(TransferFailure) {
            let destination = try await ExportDestination.open(
                invocation.operand ?? "-",
                replacesExisting: invocation.has(.force),
                besides: composition.configuration.storage
            )
            var result: CommandResult
            do throws(TransferFailure) {
                result = try await work(destination)
            } catch {
                try await destination.end(isComplete: false)
                throw error
            }
            try await destination.end(isComplete: true)
            // Standard output has only the data.
            if case .standardOutput = destination { result.text = "" }
            return result
        } catch {
            return failed(error, cancelled: text.exportCancelled)
        }
    }

    /// Writes the lines of all accounts, in the order of the IDs, and shows progress.
    private func exportAccounts(to destination: ExportDestination) async throws(TransferFailure) -> Int {
        let (accounts, format) = (composition.accounts, AccountLine())
        let total = try await mapError(TransferFailure.storage, awaiting: try await accounts.count())
        var meter = meter
        defer { meter?.hide(on: console) }
        var (count, place) = (0, AccountID?.none)
        repeat {
            guard !Task.isCancelled else { throw .cancelled }
            let page = try await mapError(
                TransferFailure.storage,
                awaiting: try await accounts.page(after: place, limit: Self.pageSize)
            )
            let lines = page.reduce(into: []) { $0 += format.encode($1) }
            try await destination.write(String(decoding: lines, as: UTF8.self).printableJSON, console)
            count += page.count
            meter?.show(accounts: count, fraction: total > 0 ? Double(count) / Double(total) : nil, on: console)
            place = page.count == Self.pageSize ? page.last?.id : nil
        } while place != nil
        return count
    }

    private func failed(_ failure: TransferFailure, cancelled: String) -> CommandResult {
        let message = text.message(for: failure, at: invocation.operand ?? "-")
        return switch failure {
        case .cancelled: .failed("cancelled", exit: .stopped, cancelled)
        case .storage(let error): failed(error)
        case .output: .failed("output-failed", exit: .storageFailed, message)
        case .invalidLine: .failed("invalid-lines", message)
        case .refused: .failed("file-refused", message)
        case .file(.exists): .failed("file-exists", message)
        case .file(.busy): .failed("file-busy", exit: .storeBusy, message)
        case .notFound, .unreadable, .file: .failed("file-failed", exit: .storageFailed, message)
        }
    }
}

extension DemoText {
    /// Returns the reason why a file was not written or read.
    func message(for failure: TransferFailure, at path: String) -> String {
        switch failure {
        case .cancelled: exportCancelled
        case .storage(let error): messages.message(for: error)
        case .output: outputFailed
        case .notFound(let path): nothingFound(at: path)
        case .unreadable(let code): unreadableFile(path, code: code)
        case .invalidLine: importRefused
        case .refused(let refusal): refused(refusal)
        case .file(let error): privateFile(error, path)
        }
    }
}
