import Foundation

/// The processor time of one call on this thread in nanoseconds, measured several times.
struct Measurement {
    let samples: [Double]

    /// Measures one function.
    init<Result>(of work: @escaping () -> Result) {
        self = Self.inTurn([{ blackHole(work()) }])[0]
    }

    private init(samples: [Double]) {
        self.samples = samples
    }

    /// Measures several functions in turn, in nine rounds of about five milliseconds each.
    static func inTurn(_ works: [() -> Void]) -> [Measurement] {
        let calls = works.map(calibrate)
        var samples = works.map { _ in [Double]() }
        for _ in 0..<9 {
            for place in works.indices {
                samples[place].append(time(calls[place], works[place]) / Double(calls[place]))
            }
        }
        return samples.map(Measurement.init(samples:))
    }

    /// Returns the ratios to another measurement of the same rounds.
    func ratios(to other: Measurement) -> [Double] { samples.ratios(to: other.samples) }

    /// Warms up, and returns the number of calls that take about five milliseconds.
    private static func calibrate(_ work: () -> Void) -> Int {
        var calls = 1
        while true {
            let elapsed = time(calls, work)
            if elapsed > 1_000_000 || calls > 1 << 24 {
                return max(1, Int(Double(calls) * 5_000_000 / max(elapsed, 1)))
            }
            calls *= 4
        }
    }

    /// Returns the time of a number of calls in nanoseconds.
    static func time(_ calls: Int, _ work: () -> Void) -> Double {
        let start = now
        for _ in 0..<calls { work() }
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Prevents the optimiser from removing the calculation of a value.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: Value) {}

/// A new process of this program, to measure a first use or memory.
enum FreshProcess {
    /// Runs a process and returns the last number that it prints, or nil if that is 0, which stands for unknown.
    ///
    /// - Throws: `POSIXError(.ECHILD)` if the process fails or prints no number.
    static func number(_ arguments: [String]) throws -> Double? {
        #if os(macOS) || !canImport(Darwin)
        let output = Pipe()
        let process = try start(arguments, output: output)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").last ?? ""
        guard process.terminationStatus == 0, let number = Double(line) else { throw POSIXError(.ECHILD) }
        return number > 0 ? number : nil
        #else
        return nil
        #endif
    }

    // The other systems start no processes.
    #if os(macOS) || !canImport(Darwin)
    /// Starts a process, whose standard input is that of this process by default.
    static func start(_ arguments: [String], input: Pipe? = nil, output: Pipe) throws -> Process {
        let process = Process()
        if let input { process.standardInput = input }
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        return process
    }
    #endif
}
