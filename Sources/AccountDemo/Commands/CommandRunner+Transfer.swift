import App
import Domain
import Persistence
import Presentation

extension CommandRunner {
    /// Adds accounts from the lines of a file or of standard input, and shows progress on standard error.
    package func importAccounts() async -> CommandResult {
        let reader: LineReader
        do throws(SystemFailure) {
            reader = try LineReader.open(invocation.operand ?? "-")
        } catch {
            return result(of: ImportSummary(), .unreadable(code: error.code))
        }
        var meter = makeMeter()
        let work = AccountImport(accounts: composition.accounts, isStrict: invocation.has(.strict))
        let (summary, ending) = await work.run(reader) { summary, bytes in
            let fraction = reader.size.flatMap { $0 > 0 ? Double(bytes) / Double($0) : nil }
            meter.show(accounts: summary.imported + summary.skipped, fraction: fraction, on: console)
        }
        meter.hide(on: console)
        return result(of: summary, ending)
    }

    private func result(of summary: ImportSummary, _ ending: AccountImport.Ending) -> CommandResult {
        var result =
            switch ending {
            case .finished where summary.invalid == 0: CommandResult.done(CommandReport(outcome: .imported), text: "")
            case .finished: refused("invalid-lines", text.hasInvalidLines)
            case .refused: refused("invalid-lines", text.importRefused)
            case .cancelled: refused("cancelled", text.importCancelled)
            case .unreadable(let code): failed("file-failed", .storageFailed, text.unreadableFile(code: code))
            case .failed(let error): failed(error)
            }
        // The accounts that were added stay, however it ended.
        result.text = text.imported(summary.imported, skipped: summary.skipped, invalid: summary.invalid)
        result.report.transfer = .init(summary)
        if result.exitCode != .done {
            let unlisted = summary.invalid - summary.invalidLines.count
            var lines = summary.invalidLines.map { text.invalidLine($0.number, $0.failure) }
            if unlisted > 0 { lines.append(text.moreInvalidLines(unlisted)) }
            result.errorText = (lines + [result.errorText]).joined(separator: "\n")
        }
        return result
    }

    /// Writes the accounts, one a line, to a file or to standard output, and shows progress on standard error.
    package func exportAccounts() async -> CommandResult {
        let path = invocation.operand ?? "-"
        console.writeError(text.exportWarning + "\n")
        let total: Int
        do throws(StorageError) {
            total = try await composition.accounts.count()
        } catch {
            return failed(error)
        }
        var meter = makeMeter()
        let (count, ending) = await export(to: path) { count in
            meter.show(accounts: count, fraction: total > 0 ? Double(count) / Double(total) : nil, on: console)
        }
        meter.hide(on: console)
        switch ending {
        case .finished:
            // Standard output has the accounts and nothing else.
            return .done(
                CommandReport(outcome: .exported, transfer: .init(exported: count)),
                text: path == "-" ? "" : text.exported(count)
            )
        case .cancelled: return refused("cancelled", text.exportCancelled)
        case .failed(let error): return failed(error)
        case .unwritable: return failed("output-failed", .storageFailed, text.outputFailed)
        case .fileFailed(let error):
            let message = text.privateFile(error)
            switch error {
            case .exists: return refused("file-exists", message)
            case .busy: return failed("file-busy", .storeBusy, message)
            case .failed: return failed("file-failed", .storageFailed, message)
            }
        }
    }

    private func export(
        to path: String,
        progress: (Int) -> Void
    ) async -> (Int, AccountExport.Ending) {
        let work = AccountExport(accounts: composition.accounts)
        guard path != "-" else {
            return await work.run(
                write: { console.write(String(decoding: $0, as: UTF8.self)) ? .finished : .unwritable },
                progress: progress
            )
        }
        let file = PrivateFile(path: path, replacesExisting: invocation.has(.force))
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

    private func makeMeter() -> ProgressMeter { ProgressMeter(style: progress, text: text, uptime: uptime) }
}
