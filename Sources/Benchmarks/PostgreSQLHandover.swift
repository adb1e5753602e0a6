#if canImport(PostgreSQLSupport)
import Foundation
import Persistence

/// libpq in a loop on its own thread, whose results tasks await, with profiles as JSON: the floor of clients that block no
/// thread of a task and return what a program can use.
actor PostgreSQLHandover {
    private let executor = DispatchQueueExecutor(label: "Benchmarks.PostgreSQLHandover")
    private let bare: BarePostgreSQL

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connectionString: String) throws { bare = try BarePostgreSQL(connectionString) }

    func insert(_ number: Int) throws {
        let profile = try JSONEncoder().encode(["nickname": "nick\(number)"])
        try bare.insert(number, profile: String(decoding: profile, as: UTF8.self))
    }

    func record(_ number: Int) throws { try bare.record(number) }

    func find(_ number: Int) throws {
        let profile = Data((try bare.find(number) ?? "").utf8)
        blackHole(try JSONDecoder().decode([String: String].self, from: profile))
    }
}
#endif
