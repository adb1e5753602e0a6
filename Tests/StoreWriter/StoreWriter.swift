import AccountFlowTesting
import Domain
import Foundation
import Persistence

/// A program that changes a store, adds to a counter or holds the lock, for tests of several processes.
///
/// With `insert`, the store is a PostgreSQL database.
///
/// With `change`, it writes a letter for each change to standard output: `m` if made, `r` if rejected, `f` if failed.
@main struct StoreWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = UInt64(arguments[3]) else {
            write(2, "usage: StoreWriter change|add|hold FOLDER NUMBER | insert DATABASE NUMBER\n", 74)
            exit(64)
        }
        // On a busy machine, one of eight writers without a pause may wait for half a minute.
        let folder = StorageDirectory(path: arguments[2], lockWait: .seconds(300))
        switch arguments[1] {
        case "change": await change(folder, seed: number)
        case "add": try await add(folder, count: number)
        case "insert": try await insert(PostgreSQLDatabase(arguments[2], patience: .seconds(300)), count: Int(number))
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

    /// Inserts accounts into PostgreSQL in 64 tasks, which other processes insert as well, and writes a letter for each
    /// that it has inserted.
    private static func insert(_ database: PostgreSQLDatabase, count: Int) async throws {
        let accounts = PostgreSQLAccountRepository(database)
        try await withThrowingTaskGroup { group in
            for task in 0..<64 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 64) {
                        do throws(AccountInsertionError) {
                            try await accounts.insert(.stub(id: .stub("person\(number)")))
                            say("m")
                        } catch {
                            guard error == .idTaken else { throw error }
                        }
                    }
                }
            }
            try await group.waitForAll()
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
