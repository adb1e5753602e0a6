import Dispatch
import Foundation
import Persistence
import Synchronization

/// A folder on the measured disk, and the floors of that disk.
struct BenchmarkDisk {
    let path: String

    /// Creates the folder in `BENCH_DIR`, or else in the temporary folder; on a RAM disk, synchronising would cost
    /// nothing.
    init() throws {
        let parent = ProcessInfo.processInfo.environment["BENCH_DIR"] ?? NSTemporaryDirectory()
        path = URL(fileURLWithPath: parent).appendingPathComponent("account-flow-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() {
        // If this fails, the folder remains, which affects no measurement.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns a folder that does not exist yet.
    func folder() -> StorageDirectory { StorageDirectory(path: path + "/" + UUID().uuidString) }

    func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns the number of records of 140 bytes that the disk stores per second.
    func appendRate(_ count: Int, records: Int = 1, zeros: Bool) throws -> Double {
        let bytes = [UInt8](repeating: 0x61, count: 140 * records)
        let file = try Self.makeFile(floorPath, zeros: zeros ? bytes.count * count : 0)
        defer { close(file) }
        let elapsed = try ContinuousClock().measure {
            for place in 0..<count {
                guard pwrite(file, bytes, bytes.count, off_t(place * bytes.count)) == bytes.count else {
                    throw CocoaError(.fileWriteUnknown)
                }
                Self.synchronize(file)
            }
        }
        return Double(count * records) / elapsed.seconds
    }

    /// The path of the file that floors write to.
    var floorPath: String { path + "/floor" }

    /// Creates a file with a number of zeros, and replaces any other.
    static func makeFile(_ path: String, zeros: Int) throws -> Int32 {
        unlink(path)
        let file = open(path, O_CREAT | O_RDWR, 0o600)
        let bytes = [UInt8](repeating: 0, count: zeros)
        guard file >= 0, pwrite(file, bytes, zeros, 0) == zeros, fsync(file) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        return file
    }

    static func synchronize(_ file: Int32) {
        #if canImport(Darwin)
        _ = fcntl(file, F_FULLFSYNC)
        #else
        fdatasync(file)
        #endif
    }

    /// Opens a file and reads its first, middle and last page: the fewest that a look-up with an index needs.
    func readThreePages(_ path: String) throws {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(file) }
        let last = max(0, size(of: path) / 4_096 - 1)
        try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 4_096) { page in
            for number in [0, last / 2, last] {
                guard pread(file, page.baseAddress, page.count, off_t(number * 4_096)) > 0 else {
                    throw CocoaError(.fileReadUnknown)
                }
            }
        }
    }

    /// Removes a file from the page cache, if the system can.
    func evict(_ path: String) {
        #if canImport(Glibc)
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return }
        fsync(file)
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
        close(file)
        #endif
    }

    /// The peak memory of this process in KiB, or 0 if the system does not report it.
    static var mostMemory: Int {
        // `getrusage` would include the process that started this one.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}

/// A group commit without a store, which writes frames over zeros and checks no ID.
///
/// Writers are suspended. One thread writes all their records, synchronises once, and resumes all writers.
final class BareGroupCommit: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isWriting = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "Benchmarks.BareGroupCommit")
    private let file: Int32

    /// Creates a file with `bytes` zeros.
    init(path: String, bytes: Int) throws {
        file = try BenchmarkDisk.makeFile(path, zeros: bytes)
    }

    deinit { close(file) }

    /// Returns when the record is on the disk.
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
            BenchmarkDisk.synchronize(file)
            for continuation in waiting { continuation.resume() }
        }
    }
}
