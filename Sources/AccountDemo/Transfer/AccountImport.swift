import Domain
import Persistence

/// An import of accounts, one per line.
///
/// Added accounts stay, even after a failure, and existing accounts are not changed, so a second run completes it.
struct AccountImport {
    /// The number of simultaneous insertions, large enough that many share one synchronisation.
    private static let width = 256

    private struct Insertion: Sendable {
        let id: AccountID
        let result: Result<Void, AccountInsertionError>
    }

    private let accounts: any AccountRepository
    private let isStrict: Bool
    private let format = AccountLine()
    private(set) var summary = ImportSummary()
    private var failure: TransferFailure?

    /// The IDs of running insertions; a second account with one of them waits, so that the first one wins.
    private var underWay: Set<AccountID> = []

    init(accounts: any AccountRepository, isStrict: Bool) {
        self.accounts = accounts
        self.isStrict = isStrict
    }

    /// Imports all lines; calls `progress` after every batch, with the summary and the number of bytes read.
    mutating func run(
        _ reader: LineReader,
        progress: (ImportSummary, _ bytes: Int) -> Void
    ) async throws(TransferFailure) {
        await withTaskGroup(of: Insertion.self) { group in
            do throws(TransferFailure) {
                while let batch = try await reader.next() {
                    for line in batch.lines { try await insert(line, in: &group) }
                    progress(summary, batch.bytes)
                }
            } catch {
                failure = error
            }
            // The summary counts the running insertions too.
            while let insertion = await group.next() { note(insertion) }
        }
        if let failure { throw failure }
    }

    private mutating func insert(
        _ line: LineReader.Line,
        in group: inout TaskGroup<Insertion>
    ) async throws(TransferFailure) {
        guard !Task.isCancelled else { throw .cancelled }
        summary.lines += 1
        let account: Account
        do throws(AccountLine.Failure) {
            guard let bytes = line.bytes else { throw .tooLong }
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
            account = try format.decode(bytes)
            guard account.isVisible else { throw .invalidValue }
        } catch {
            summary.invalid += 1
            if summary.invalid <= ImportSummary.maximumListed { summary.invalidLines.append((line.number, error)) }
            if isStrict { throw .invalidLine }
            return
        }
        while underWay.count >= Self.width || underWay.contains(account.id), let insertion = await group.next() {
            note(insertion)
        }
        if let failure { throw failure }
        guard !Task.isCancelled else { throw .cancelled }
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

    private mutating func note(_ insertion: Insertion) {
        underWay.remove(insertion.id)
        switch insertion.result {
        case .success: summary.imported += 1
        case .failure(.idTaken): summary.skipped += 1
        // A database answers so when the task is cancelled.
        case .failure(.storage(let error)) where error.reason == .busy && Task.isCancelled:
            failure = failure ?? .cancelled
        case .failure(.storage(let error)):
            if failure == nil || failure == .cancelled { failure = .storage(error) }
        }
    }
}

extension Account {
    /// Whether the account has no invisible character that a sign-up refuses.
    fileprivate var isVisible: Bool {
        let texts = [(AccountField.id, id.text)] + Profile.fields.map { ($0.field, $0.text(in: profile) ?? "") }
        // The kind of the character does not matter.
        return texts.allSatisfy { field, text in (try? text.checkVisibility(in: field)) != nil }
    }
}

struct ImportSummary {
    /// The maximum number of listed invalid lines.
    static let maximumListed = 100

    /// The number of lines read, including empty ones.
    var lines = 0
    var imported = 0

    /// The number of accounts whose ID was taken.
    var skipped = 0

    /// The number of lines that are not accounts.
    var invalid = 0

    /// The first invalid lines, by numbers that count from 1.
    var invalidLines: [(number: Int, failure: AccountLine.Failure)] = []
}
