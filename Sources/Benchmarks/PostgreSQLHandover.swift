#if canImport(PostgreSQLSupport)
import Persistence

/// libpq in a loop on its own thread, whose results tasks await: the floor of clients that block no thread of a task.
actor PostgreSQLHandover {
    private let executor = DispatchQueueExecutor(label: "Benchmarks.PostgreSQLHandover")
    private let bare: BarePostgreSQL

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connectionString: String) throws { bare = try BarePostgreSQL(connectionString) }

    func insert(_ number: Int) throws { try bare.insert(number) }

    func record(_ number: Int) throws { try bare.record(number) }

    func find(_ number: Int) throws { try bare.find(number) }
}
#endif
