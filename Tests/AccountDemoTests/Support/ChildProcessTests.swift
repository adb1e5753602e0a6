import Foundation
import TestSupport
import Testing

struct ChildProcessTests {
    @Test(.timeLimit(.minutes(5)))
    func `a process that is released without waiting is killed at once`() throws {
        var process: ChildProcess? = try ChildProcess("/bin/sleep", ["90"])
        let identifier = try #require(process?.identifier)
        #expect(kill(identifier, 0) == 0)
        process = nil
        #expect(kill(identifier, 0) == -1)
        #expect(errno == ESRCH)
    }
}
