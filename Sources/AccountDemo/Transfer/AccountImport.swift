import Domain
import Persistence

/// Adds accounts, one a line, many at a time.
///
/// What was added stays, however it ends, and an account that is there already is left alone: whoever runs it again
/// goes on where it ended.
struct AccountImport {
    /// How it ended.
    enum Ending: Equatable {
        case finished

        /// A line is no account, which was to end it.
        case refused

        /// Somebody asked to stop.
        case cancelled

        /// The lines could not be read, with this value of `errno`.
        case unreadable(code: Int32)

        case failed(StorageError)
    }

    /// How many accounts are on their way to the store at a time: so many that each synchronisation serves many.
    static let width = 256

    let accounts: any AccountRepository
    let isStrict: Bool

    private struct Insertion: Sendable {
        let id: AccountID
        let result: Result<Void, AccountInsertionError>
    }

    /// Reads all lines.
    ///
    /// - Parameters:
    ///   - reader: Where they come from.
    ///   - progress: Is told after every batch of lines what came of them so far, and how many bytes were read.
    /// - Returns: What came of them, and how it ended.
    func run(
        _ reader: LineReader,
        progress: (ImportSummary, _ bytes: Int) -> Void
    ) async -> (ImportSummary, Ending) {
        var run = Run(accounts: accounts)
        return await withTaskGroup(of: Insertion.self) { group in
            reading: while run.ending == .finished {
                switch await reader.next() {
                case .end: break reading
                case .cancelled: run.ending = .cancelled
                case .failed(let code): run.ending = .unreadable(code: code)
                case .lines(let lines, let bytes):
                    for line in lines where run.ending == .finished {
                        await run.take(line, isStrict: isStrict, in: &group)
                    }
                    progress(run.summary, bytes)
                }
            }
            await run.finish(&group)
            return (run.summary, run.ending)
        }
    }

    /// One reading of lines.
    private struct Run {
        let accounts: any AccountRepository
        let format = AccountLine()
        var summary = ImportSummary()
        var ending = Ending.finished

        /// The accounts on their way: one whose ID is among them waits, so that the first of two is the one that is
        /// kept.
        private var underWay: Set<AccountID> = []

        init(accounts: any AccountRepository) {
            self.accounts = accounts
        }

        mutating func take(_ line: LineReader.Line, isStrict: Bool, in group: inout TaskGroup<Insertion>) async {
            guard !Task.isCancelled else {
                ending = .cancelled
                return
            }
            summary.lines += 1
            let account: Account
            do throws(AccountLine.Failure) {
                guard let bytes = line.bytes else { throw .tooLong }
                if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
                account = try format.decode(bytes)
            } catch {
                summary.note(ImportSummary.InvalidLine(number: line.number, failure: error))
                if isStrict { ending = .refused }
                return
            }
            while underWay.count >= AccountImport.width || underWay.contains(account.id),
                let insertion = await group.next()
            {
                note(insertion)
            }
            if Task.isCancelled, ending == .finished { ending = .cancelled }
            guard ending == .finished else { return }
            underWay.insert(account.id)
            group.addTask { [accounts] in
                do throws(AccountInsertionError) {
                    try await accounts.insert(account)
                    return Insertion(id: account.id, result: .success(()))
                } catch {
                    return Insertion(id: account.id, result: .failure(error))
                }
            }
        }

        /// Waits for all that is under way; whoever asked to stop is told what was added.
        mutating func finish(_ group: inout TaskGroup<Insertion>) async {
            while let insertion = await group.next() { note(insertion) }
        }

        private mutating func note(_ insertion: Insertion) {
            underWay.remove(insertion.id)
            switch insertion.result {
            case .success: summary.imported += 1
            case .failure(.idTaken): summary.skipped += 1
            case .failure(.storage(let error)):
                if ending == .finished || ending == .cancelled { ending = .failed(error) }
            }
        }
    }
}
