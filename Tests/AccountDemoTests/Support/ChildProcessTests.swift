import Foundation
import TestSupport
import Testing

struct ChildProcessTests {
    @Test func `of a process for which nobody has waited nothing is left`() throws {
        var process: ChildProcess? = try ChildProcess("/bin/sleep", ["1000"])
        let identifier = try #require(process?.identifier)
        #expect(kill(identifier, 0) == 0)
        process = nil
        #expect(kill(identifier, 0) == -1 && errno == ESRCH)
    }
}
