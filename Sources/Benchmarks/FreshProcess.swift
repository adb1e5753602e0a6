import Foundation

/// This program once more, for what a process does only once: using something for the first time, taking its memory.
enum FreshProcess {
    /// The number that a process prints last; nil where it prints 0, because nobody can tell.
    ///
    /// - Throws: `POSIXError(.ECHILD)` where the process fails or prints no number, besides what starting it throws.
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
        guard process.terminationStatus == 0, let number = Double(line) else { throw POSIXError(.ECHILD) }
        return number > 0 ? number : nil
    }
}
