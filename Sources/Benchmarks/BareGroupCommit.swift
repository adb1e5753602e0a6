import Dispatch
import Foundation
import Synchronization

/// The least that it costs when many tasks write and share synchronisations: frames that nobody looks at, into zeros
/// that were written before.
///
/// Whoever writes is suspended, one thread takes all that has come, writes and synchronises it once, and resumes all.
final class BareGroupCommit: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isWriting = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "Benchmarks.BareGroupCommit")
    private let file: Int32

    /// Opens a file that has as many zeros as are written.
    init(path: String, bytes: Int) throws {
        unlink(path)
        file = open(path, O_CREAT | O_RDWR, 0o600)
        let zeros = [UInt8](repeating: 0, count: bytes)
        guard file >= 0, pwrite(file, zeros, bytes, 0) == bytes, fsync(file) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    deinit { close(file) }

    /// Returns when the record is on the medium.
    func append(_ record: [UInt8]) async {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                state.bytes += record
                state.waiting.append(continuation)
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst { queue.async { self.write() } }
        }
    }

    private func write() {
        var place: off_t = lseek(file, 0, SEEK_CUR)
        while true {
            let (bytes, waiting) = state.withLock { state in
                defer { (state.bytes, state.waiting, state.isWriting) = ([], [], !state.waiting.isEmpty) }
                return (state.bytes, state.waiting)
            }
            guard !waiting.isEmpty else { return }
            precondition(pwrite(file, bytes, bytes.count, place) == bytes.count)
            place = lseek(file, off_t(bytes.count), SEEK_CUR)
            Medium.synchronize(file)
            for continuation in waiting { continuation.resume() }
        }
    }
}
