import App
import Domain
import Persistence
import Presentation

extension CommandRunner {
    /// Adds accounts, one a line, and tells of progress on standard error.
    package func importAccounts(
        from place: TransferPlace,
        isStrict: Bool,
        style: ProgressMeter.Style,
        uptime: @escaping @Sendable () -> Duration
    ) async -> CommandResult {
        let reader: LineReader
        switch LineReader.open(place) {
        case .success(let opened): reader = opened
        case .failure(let error): return unreadable(ImportSummary(), code: error.code)
        }
        let start = uptime()
        var meter = ProgressMeter(style: style, text: text)
        let work = AccountImport(accounts: composition.accounts, isStrict: isStrict)
        let (summary, ending) = await work.run(reader) { summary, bytes in
            let fraction = reader.size.flatMap { $0 > 0 ? Double(bytes) / Double($0) : nil }
            let done = summary.imported + summary.skipped
            if let line = meter.show(
                TransferProgress(accounts: done, fraction: fraction, elapsed: uptime() - start)
            ) {
                console.writeError(line)
            }
        }
        if let end = meter.hide() { console.writeError(end) }
        return result(of: summary, ending)
    }

    private func result(of summary: ImportSummary, _ ending: AccountImport.Ending) -> CommandResult {
        func refused(_ reason: String, _ message: String) -> CommandResult {
            stopped(summary, .refused, .refused, reason: reason, message: message)
        }
        switch ending {
        case .finished where summary.invalid == 0:
            return .done(
                CommandReport(outcome: .imported, transfer: CommandReport.Transfer(summary)),
                text: text.imported(summary)
            )
        case .finished:
            return refused("invalid-lines", text.hasInvalidLines)
        case .refused:
            return refused("invalid-lines", text.importRefused)
        case .cancelled:
            return refused("cancelled", text.importCancelled)
        case .unreadable(let code):
            return unreadable(summary, code: code)
        case .failed(let error):
            let message = located(messages.message(for: error))
            return stopped(summary, .failed, error.reason.exitCode, reason: error.reason.code, message: message)
        }
    }

    private func unreadable(_ summary: ImportSummary, code: Int32) -> CommandResult {
        stopped(summary, .failed, .storageFailed, reason: "file-failed", message: text.unreadableFile(code: code))
    }

    /// Tells what was added all the same, on standard output, and what was wrong, on standard error.
    private func stopped(
        _ summary: ImportSummary,
        _ outcome: CommandReport.Outcome,
        _ exitCode: ExitCode,
        reason: String,
        message: String
    ) -> CommandResult {
        let untold = summary.invalid - summary.invalidLines.count
        let violation =
            summary.invalidLines.map { text.invalidLine($0) }
            + (untold > 0 ? [text.moreInvalidLines(untold)] : []) + [message]
        return CommandResult(
            exitCode: exitCode,
            report: CommandReport(
                outcome: outcome,
                transfer: CommandReport.Transfer(summary),
                reason: reason,
                message: message
            ),
            text: text.imported(summary),
            violation: violation.joined(separator: "\n")
        )
    }

    /// Writes the accounts, one a line, and tells of progress on standard error.
    package func exportAccounts(
        to place: TransferPlace,
        replacesExisting: Bool,
        style: ProgressMeter.Style,
        uptime: @escaping @Sendable () -> Duration
    ) async -> CommandResult {
        console.writeError(text.exportWarning + "\n")
        let total: Int
        do throws(StorageError) {
            total = try await composition.accounts.count()
        } catch {
            return failed(error)
        }
        let start = uptime()
        var meter = ProgressMeter(style: style, text: text)
        let (count, ending) = await export(to: place, replacesExisting: replacesExisting) { count in
            let fraction = total > 0 ? Double(count) / Double(total) : nil
            if let line = meter.show(
                TransferProgress(accounts: count, fraction: fraction, elapsed: uptime() - start)
            ) {
                console.writeError(line)
            }
        }
        if let end = meter.hide() { console.writeError(end) }
        return result(of: count, ending, isFile: place != .standard)
    }

    private func export(
        to place: TransferPlace,
        replacesExisting: Bool,
        progress: (Int) -> Void
    ) async -> (Int, AccountExport.Ending) {
        let work = AccountExport(accounts: composition.accounts)
        switch place {
        case .standard:
            return await work.run(
                write: { console.write(String(decoding: $0, as: UTF8.self)) ? .finished : .unwritable },
                progress: progress
            )
        case .file(let path):
            let file = PrivateFile(path: path, replacesExisting: replacesExisting)
            do throws(PrivateFileError) {
                try await file.begin()
                let (count, ending) = await work.run(
                    write: { lines in
                        do throws(PrivateFileError) {
                            try await file.write(lines)
                            return .finished
                        } catch {
                            return .fileFailed(error)
                        }
                    },
                    progress: progress
                )
                guard ending == .finished else {
                    await file.discard()
                    return (count, ending)
                }
                try await file.finish()
                return (count, .finished)
            } catch {
                return (0, .fileFailed(error))
            }
        }
    }

    private func result(of count: Int, _ ending: AccountExport.Ending, isFile: Bool) -> CommandResult {
        switch ending {
        case .finished:
            var transfer = CommandReport.Transfer()
            transfer.exported = count
            // Standard output has the accounts and nothing else.
            return .done(
                CommandReport(outcome: .exported, transfer: transfer),
                text: isFile ? text.exported(count) : ""
            )
        case .cancelled:
            return refused("cancelled", message: text.exportCancelled)
        case .failed(let error):
            return failed(error)
        case .unwritable:
            return .failed(
                .storageFailed,
                CommandReport(outcome: .failed, reason: "output-failed", message: text.outputFailed)
            )
        case .fileFailed(let error):
            let message = text.privateFile(error)
            switch error {
            case .exists:
                return refused("file-exists", message: message)
            case .busy:
                return .failed(.storeBusy, CommandReport(outcome: .failed, reason: "file-busy", message: message))
            case .failed:
                return .failed(
                    .storageFailed,
                    CommandReport(outcome: .failed, reason: "file-failed", message: message)
                )
            }
        }
    }
}
