import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the logs of security events.
struct SecurityEventTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }
    private var path: String { folder.path + "/events.log" }

    private func lines(_ name: String = "events.log") throws -> [Substring] {
        String(decoding: try Disk.read(folder.path + "/" + name), as: UTF8.self).split(separator: "\n")
    }

    @Test func `every event is one line in a fixed format`() async throws {
        let events = FileSecurityEvents(folder: folder)
        let tag = AccountTag(.stub())
        let all: [SecurityEvent] = [
            .signedUp(tag), .signedIn(tag), .refused(tag), .throttled(tag, until: .stub + 1),
            .throttled(tag, until: nil),
            .passwordChanged(tag), .passwordReset(tag), .recoveryCodeMade(tag), .totpEnabled(tag), .totpDisabled(tag),
            .profileChanged(tag), .exported(tag),
            .deleted(tag), .storeRecovered(.accounts),
            .storeQuarantined(.session),
        ]
        for event in all { await events.record(RecordedEvent(event, at: .stub)) }
        let (at, account) = (#"{"at":"2025-11-16T15:33:20.123Z","#, #""account":"8ef82c493fe8bd325b75ef61c1ffaa47""#)
        #expect(
            try lines()
                == [
                    at + #""event":"signed-up","# + account + "}", at + #""event":"signed-in","# + account + "}",
                    at + #""event":"refused","# + account + "}",
                    at + #""event":"throttled","# + account + #","until":"2025-11-16T15:33:21.123Z"}"#,
                    at + #""event":"throttled","# + account + "}", at + #""event":"password-changed","# + account + "}",
                    at + #""event":"password-reset","# + account + "}",
                    at + #""event":"recovery-code-made","# + account + "}",
                    at + #""event":"totp-enabled","# + account + "}",
                    at + #""event":"totp-disabled","# + account + "}",
                    at + #""event":"profile-changed","# + account + "}", at + #""event":"exported","# + account + "}",
                    at + #""event":"deleted","# + account + "}",
                    at + #""event":"store-recovered","store":"accounts"}"#,
                    at + #""event":"store-quarantined","store":"session"}"#,
                ].map { Substring($0) }
        )
        #expect(try Disk.mode(of: path) == 0o600)
        #expect(await events.lostCount == 0)
    }

    @Test func `every event of an account is read again, from both files`() async throws {
        let events = FileSecurityEvents(folder: folder, maximumUTF8Length: 800)
        let (tag, other) = (AccountTag(.stub()), AccountTag(.stub("lee@x.com")))
        let until = Date(timeIntervalSinceReferenceDate: 785_000_001.123)
        let all: [SecurityEvent] = [
            .signedUp(tag), .signedIn(tag), .refused(tag), .throttled(tag, until: until), .throttled(tag, until: nil),
            .passwordChanged(tag), .passwordReset(tag), .recoveryCodeMade(tag), .totpEnabled(tag), .totpDisabled(tag),
            .profileChanged(tag), .exported(tag),
            .deleted(tag),
        ]
        #expect(try await FileSecurityEvents(folder: folder).events(of: tag) == [])
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let date = Date(timeIntervalSinceReferenceDate: 785_000_000.123)
        for event in all {
            await events.record(RecordedEvent(.refused(other), at: date))
            await events.record(RecordedEvent(.storeRecovered(.accounts), at: date))
            await events.record(RecordedEvent(event, at: date))
        }
        let read = try await FileSecurityEvents(folder: folder).events(of: tag)
        // Of the file before the older one, nothing is left.
        #expect(read.count > 2)
        #expect(read.map(\.event) == all.suffix(read.count))
        #expect(read.allSatisfy { abs($0.date.timeIntervalSince(date)) < 0.000_5 })
    }

    @Test(arguments: ["{", "\0", "[]", "{}", #"{"at":"x","event":"deleted"}"#, #"{"at":1}"#, "\u{FF}", "null"])
    func `lines of another format are skipped`(line: String) async throws {
        let events = FileSecurityEvents(folder: folder)
        let event = RecordedEvent(.refused(AccountTag(.stub())), at: .stub)
        await events.record(event)
        try Disk.write(try Disk.read(path) + Array((line + "\n").utf8), to: path)
        await events.record(event)
        #expect(try await events.events(of: AccountTag(.stub())).count == 2)
    }

    @Test(arguments: FileObstacle.allCases)
    func `a log that cannot be read is an error`(obstacle: FileObstacle) async throws {
        try await StoreOperation.seed(folder)
        _ = try obstacle.make(at: path, in: temporary)
        await #expect(throws: SecurityEventError(.unsafeLocation(obstacle.location), file: "events.log")) {
            try await FileSecurityEvents(folder: folder).events(of: AccountTag(.stub()))
        }
        _ = try obstacle.make(at: folder.path + "/.lock", in: temporary)
        await #expect(throws: SecurityEventError(.unsafeLocation(obstacle.location), file: ".lock")) {
            try await FileSecurityEvents(folder: folder).events(of: AccountTag(.stub()))
        }
    }

    @Test(arguments: ["a\",\"event\":\"signed-in", "kim} {", "‮moc.x@mik", "😀@x.com", #"\u000a{"event":"deleted"}"#])
    func `ASVS 16.4.1 user input can neither start a line nor appear in one`(id: String) async throws {
        let events = FileSecurityEvents(folder: folder)
        for seconds in [0, .infinity, -.infinity, .nan, 1e300, -1e300, -63_000_000_000] as [Double] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            await events.record(RecordedEvent(.throttled(AccountTag(.stub(id)), until: date), at: date))
        }
        let form = #/\{"at":"[-0-9T:.]+Z","event":"throttled","account":"[0-9a-f]{32}","until":"[-0-9T:.]+Z"\}/#
        let lines = try lines()
        #expect(lines.count == 7)
        #expect(lines.allSatisfy { $0.wholeMatch(of: form) != nil }, "\(lines)")
    }

    @Test func `a full file is rotated, and at most two files exist`() async throws {
        let events = FileSecurityEvents(folder: folder, maximumUTF8Length: 300)
        for number in 0..<9 {
            await events.record(RecordedEvent(.refused(AccountTag(.stub("person\(number)"))), at: .stub))
        }
        #expect(try Disk.names(in: folder.path) == [".lock", "events.1.log", "events.log"])
        let kept = try lines("events.1.log") + lines()
        let tags = (0..<9).map { AccountTag(.stub("person\($0)")).digits }
        #expect(kept.count < 9)
        #expect(zip(kept, tags.suffix(kept.count)).allSatisfy { $0.contains($1) })
    }

    @Test func `F4 of a log of an absurd size, only the end is read`() async throws {
        let event = RecordedEvent(.refused(AccountTag(.stub())), at: .stub)
        await FileSecurityEvents(folder: folder).record(event)
        let line = try Disk.read(path)
        for name in ["events.log", "events.1.log"] {
            try Disk.write([], to: folder.path + "/" + name)
            try #require(truncate(folder.path + "/" + name, 3 << 30) == 0)
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/" + name))
            try file.seekToEnd()
            try file.write(contentsOf: [10] + line)
            try file.close()
        }
        let files = FaultyFileSystem()
        let events = FileSecurityEvents(folder: folder.on(files))
        #expect(try await events.events(of: AccountTag(.stub())).count == 2)
        #expect(files.mostBytesRead <= 4 << 20)
        await events.record(event)
        #expect(try lines() == [Substring(String(decoding: line.dropLast(), as: UTF8.self))])
        #expect(try await events.events(of: AccountTag(.stub())).count == 2)
    }

    @Test func `a log of the largest size is read as a whole`() async throws {
        let events = FileSecurityEvents(folder: folder, maximumUTF8Length: .max)
        let event = RecordedEvent(.refused(AccountTag(.stub())), at: .stub)
        await events.record(event)
        let line = try Disk.read(path)
        let filler = [UInt8](repeating: 10, count: (4 << 20) - 2 * line.count)
        try Disk.write(line + filler + line, to: path)
        #expect(try await events.events(of: AccountTag(.stub())).count == 2)
        // The next line would not be read together with the first one.
        await events.record(event)
        #expect(try Disk.read(path) == line)
    }

    @Test func `simultaneous events of several recorders are all written completely`() async throws {
        let recorders = [FileSecurityEvents(folder: folder), FileSecurityEvents(folder: folder)]
        await withTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    let tag = AccountTag(.stub("person\(number)"))
                    await recorders[number % 2].record(RecordedEvent(.signedIn(tag), at: .stub))
                }
            }
        }
        let lines = try lines()
        #expect(Set(lines).count == 64)
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }

    @Test(arguments: [#"{"at":"2025-11-16T15:33"#, "\0\0\0", "{"])
    func `ASVS 16.3.1 an incomplete line does not damage the next one`(remains: String) async throws {
        let events = FileSecurityEvents(folder: folder)
        let event = RecordedEvent(.refused(AccountTag(.stub())), at: .stub)
        await events.record(event)
        try Disk.write(try Disk.read(path) + Array(remains.utf8), to: path)
        for _ in 0..<2 { await events.record(event) }
        let lines = try lines()
        #expect(lines == [lines[0], Substring(remains), lines[0], lines[0]])
    }

    @Test(arguments: FileObstacle.allCases)
    func `an event that cannot be written is counted as lost and affects no store`(obstacle: FileObstacle)
        async throws
    {
        try await StoreOperation.seed(folder)
        _ = try obstacle.make(at: path, in: temporary)
        let events = FileSecurityEvents(folder: folder)
        await events.record(RecordedEvent(.refused(AccountTag(.stub())), at: .stub))
        #expect(await events.lostCount == 1)
        #expect(await StoreOperation.find.run(in: folder) == nil)
    }

    @Test func `the event log in memory drops the oldest events first`() async {
        let events = InMemorySecurityEvents(capacity: 3)
        let all = (0..<5).map { RecordedEvent(.refused(AccountTag(.stub("person\($0)"))), at: .stub) }
        for event in all { await events.record(event) }
        #expect(await events.events == Array(all.suffix(3)))
    }
}
