import AccountFlowTesting
import Domain
import Foundation
import Persistence

/// A program that changes a store, adds to a counter or holds the lock, for tests of several processes.
///
/// With `change`, it writes a letter for each change to standard output: `m` if made, `r` if rejected, `f` if failed.
@main struct StoreWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = UInt64(arguments[3]) else {
            write(2, "usage: StoreWriter change|add|hold FOLDER NUMBER\n", 49)
            exit(64)
        }
        // On a busy machine, one of eight writers without a pause may wait for half a minute.
        let folder = StorageDirectory(path: arguments[2], lockWait: .seconds(300))
        switch arguments[1] {
        case "change": await change(folder, seed: number)
        case "add": try await add(folder, count: number)
        default: try hold(folder)
        }
    }

    /// Makes random changes until the process is killed or a change fails.
    private static func change(_ folder: StorageDirectory, seed: UInt64) async {
        let repository = FileAccountRepository(folder: folder)
        var workload = AccountWorkload(seed: seed)
        while true {
            switch await workload.next().make(in: repository) {
            case .made: say("m")
            case .refused: say("r")
            case .failed(let error):
                say("f")
                write(2, "\(error)\n", "\(error)\n".utf8.count)
                exit(1)
            }
        }
    }

    /// Increments a counter in one account, which other processes increment as well.
    private static func add(_ folder: StorageDirectory, count: UInt64) async throws {
        let repository = FileAccountRepository(folder: folder)
        for _ in 0..<count {
            try await repository.update(.stub()) { account in
                account.passwordHash = PasswordHash(String((Int(account.passwordHash.revealed) ?? 0) + 1))
            }
        }
    }

    /// Acquires the lock of the folder and never releases it.
    private static func hold(_ folder: StorageDirectory) throws {
        let files = LocalFileSystem()
        let lock = try files.openFile(
            ".lock",
            in: try files.openFolder(at: folder.path, followsLink: false),
            for: .locking
        )
        guard try files.tryLock(lock) else { exit(1) }
        say("m")
        while true { pause() }
    }

    private static func say(_ word: String) {
        write(1, word, word.utf8.count)
    }
}
