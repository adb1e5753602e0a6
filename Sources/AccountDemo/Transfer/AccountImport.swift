import Domain
import Persistence

/// An import of accounts, one a line, many at a time.
///
/// Added accounts stay, however it ends, and existing accounts are left alone, so running it again completes it.
struct AccountImport {
    /// How it ended.
    enum Ending: Equatable {
        case finished

        /// A line of a strict import is no account.
        case refused

        /// The task is cancelled.
        case cancelled

        /// The lines could not be read, with this value of `errno`.
        case unreadable(code: Int32)

        case failed(StorageError)
    }

    /// How many accounts are inserted at a time: so many that each synchronisation serves many.
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
    ///   - reader: The source of the lines.
    ///   - progress: Called after every batch of lines with the summary so far and the number of bytes read.
    /// - Returns: The summary, and how it ended.
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

        /// The IDs being inserted: a second account with one of them waits, so that the first one wins.
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

        /// Waits for the insertions under way, so that the summary counts them.
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

/// What has become of the lines of an import.
struct ImportSummary: Equatable, Sendable {
    /// A line that is no account.
    struct InvalidLine: Equatable, Sendable {
        /// The number of the line, counting from 1.
        let number: Int

        let failure: AccountLine.Failure
    }

    /// How many invalid lines are listed by number.
    static let maximumListed = 100

    /// The lines read so far, empty ones included.
    var lines = 0

    /// The accounts that were added.
    var imported = 0

    /// The accounts whose ID is taken.
    var skipped = 0

    /// The lines that are no accounts.
    var invalid = 0

    /// The first of those.
    var invalidLines: [InvalidLine] = []

    mutating func note(_ line: InvalidLine) {
        invalid += 1
        if invalidLines.count < Self.maximumListed { invalidLines.append(line) }
    }
}
