import AccountDemo
import AccountFlowTesting
import App
import Dispatch
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// An actor with a queue of its own, which other tests cannot delay.
@globalActor
actor CallerActor {
    static let shared = CallerActor()

    private let executor = DispatchQueueExecutor(label: "AccountDemoTests.CallerActor")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Tests that the actor of the caller is free while a command waits for the other end of a pipe.
@CallerActor
@Suite(.timeLimit(.minutes(5)))
struct BlockingFileTests {
    @Test func `the caller is free while an export waits for the reader of a pipe`() async throws {
        let (pipe, isFree) = (Pipe(), DispatchSemaphore(value: 0))
        let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        let repositories = Repositories()
        for number in 0..<1_500 { try await repositories.accounts.insert(.stub(id: .stub("person\(number)"))) }
        let runner = CommandRunner(
            Invocation(.exportAccounts, "/dev/fd/\(writing.fileDescriptor)"),
            composition: AppComposition(.quick, repositories: repositories),
            console: RecordingConsole()
        )
        let work = Task { await runner.exportAccounts() }
        async let read = onOwnThread {
            let wasFree = isFree.wait(timeout: .now() + 300) == .success
            return (wasFree, try reading.readToEnd())
        }
        var count: CInt = 0
        while count == 0, !Task.isCancelled {
            await Task.yield()
            try #require(ioctl(reading.fileDescriptor, UInt(FIONREAD), &count) == 0)
        }
        isFree.signal()
        #expect(await work.value.exitCode == .done)
        try writing.close()
        let (wasFree, lines) = try await read
        #expect(wasFree)
        #expect(lines?.count { $0 == UInt8(ascii: "\n") } == 1_500)
    }
}
