import Foundation

/// This program once more, for what a process does only once: using something for the first time, taking its memory.
enum FreshProcess {
    /// The number that a process prints last; nil where it fails, or prints 0 because nobody can tell.
    static func number(_ arguments: [String]) throws -> Double? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").last ?? ""
        return process.terminationStatus == 0 ? Double(line).flatMap { $0 > 0 ? $0 : nil } : nil
    }
}
