import Foundation
import TestSupport
import Testing

struct ChildProcessTests {
    @Test("a process that is released without waiting is killed at once", .timeLimit(.minutes(1)))
    func released() throws {
        var process: ChildProcess? = try ChildProcess("/bin/sleep", ["90"])
        let identifier = try #require(process?.identifier)
        #expect(kill(identifier, 0) == 0)
        process = nil
        #expect(kill(identifier, 0) == -1 && errno == ESRCH)
    }
}
