import Domain
import Foundation
import TestSupport
import Testing

/// Tests of import and export through the standard streams of the built program.
struct TransferProcessTests {
    private let folder = TemporaryFolder()

    private func lines(_ count: Int) -> Data {
        Data(
            (0..<count).map {
                #"{"createdAt":1,"id":"person\#(100_000 + $0)@gmail.com","passwordHash":"x","profile":{},"#
                    + #""registrationID":"\#(RegistrationID(.random))"}"# + "\n"
            }.joined().utf8
        )
    }

    @Test func `accounts from standard input are exported to standard output unchanged`() async throws {
        let data = ["--data", folder.path + "/data"]
        let all = lines(3_000)
        let imported = try await DemoProcess.run(data + ["import", "-"], input: all)
        #expect(imported.exitCode == 0)
        #expect(imported.output == "Imported 3000 accounts; skipped 0 whose ID is taken; 0 invalid lines.\n")
        // A slow machine shows the progress.
        #expect(imported.error.split(separator: "\n").allSatisfy { $0.contains(" %, ") })
        let exported = try await DemoProcess.run(data + ["export"])
        #expect(exported.exitCode == 0)
        #expect(Data(exported.output.utf8) == all)
        #expect(exported.error.hasPrefix("WARNING"))
    }

    @Test func `Ctrl-C stops a waiting import, and a second run imports the rest`() async throws {
        let data = ["--data", folder.path + "/data", "--json"]
        let all = lines(8_000)
        let (input, output) = (Pipe(), Pipe())
        let process = try ChildProcess(
            DemoProcess.executable.path(),
            data + ["import", "-"],
            environment: [:],
            input: input.fileHandleForReading,
            output: output.fileHandleForWriting,
            error: .nullDevice
        )
        try output.fileHandleForWriting.close()
        // The pipe holds less than this, so the program is reading once all of it is written.
        let (writing, reading) = (input.fileHandleForWriting, output.fileHandleForReading)
        try await onOwnThread { try writing.write(contentsOf: all.prefix(500_000)) }
        process.signal(SIGINT)
        let printed = try await onOwnThread { try reading.readToEnd() ?? Data() }
        #expect(try await process.ending == .exit(130))
        let report = try jsonObject(String(decoding: printed, as: UTF8.self))
        #expect(report["reason"] as? String == "cancelled")
        let added = try #require((report["transfer"] as? NSDictionary)?["imported"] as? Int)

        let rest = try jsonObject(try await DemoProcess.run(data + ["import", "-"], input: all).output)
        let numbers: NSDictionary = ["lines": 8_000, "imported": 8_000 - added, "skipped": added, "invalid": 0]
        #expect(rest == ["outcome": "imported", "transfer": numbers])
    }
}
