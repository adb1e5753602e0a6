import Domain
import Persistence

/// An export of accounts, one a line, a page at a time.
struct AccountExport {
    /// How it ended.
    enum Ending: Equatable {
        case finished

        /// The task is cancelled.
        case cancelled

        case failed(StorageError)

        /// Standard output failed.
        case unwritable

        case fileFailed(PrivateFileError)
    }

    private static let pageSize = 1_000

    let accounts: any AccountRepository

    /// Writes all accounts in the order of their IDs.
    ///
    /// - Parameters:
    ///   - write: Writes some lines.
    ///   - progress: Called after every page with the number of accounts written.
    /// - Returns: The number of accounts written, and how it ended.
    func run(
        write: ([UInt8]) async -> Ending,
        progress: (_ count: Int) -> Void
    ) async -> (count: Int, ending: Ending) {
        let format = AccountLine()
        var (count, place) = (0, AccountID?.none)
        do throws(StorageError) {
            while true {
                guard !Task.isCancelled else { return (count, .cancelled) }
                let page = try await accounts.page(after: place, limit: Self.pageSize)
                let ending = await write(page.reduce(into: []) { $0 += format.encode($1) })
                guard ending == .finished else { return (count, ending) }
                count += page.count
                progress(count)
                guard page.count == Self.pageSize, let last = page.last else { return (count, .finished) }
                place = last.id
            }
        } catch {
            return (count, .failed(error))
        }
    }
}
