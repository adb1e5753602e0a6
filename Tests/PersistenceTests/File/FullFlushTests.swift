import Foundation
import Persistence
import Testing

/// Tests of the choice between the two flushes of Apple platforms.
@Suite struct FullFlushTests {
    @Test(arguments: [ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL])
    func `a volume without full flush gets a plain one, whose result counts`(_ code: Int32) {
        #expect(flush(full: { code }, plain: { 0 }) == 0)
        #expect(flush(full: { code }, plain: { EIO }) == EIO)
    }

    @Test(arguments: [0, EIO, ENOSPC, EDQUOT, EBADF, EINTR, ENXIO])
    func `nothing is flushed again after success, or after an error of the drive`(_ code: Int32) {
        var count = 0
        let plain = {
            count += 1
            return Int32(0)
        }
        #expect(flush(full: { code }, plain: plain) == code)
        #expect(count == 0)
    }
}
