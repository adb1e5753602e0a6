/// What the tour has to tell: systems, their rows, and under each row what was done and what the app showed.
@MainActor
final class Transcript {
    private let pause: @MainActor () async -> Void
    private let print: @MainActor (String) -> Void
    private var isEmpty = true

    /// Creates a transcript.
    ///
    /// - Parameters:
    ///   - pause: Awaited before each line.
    ///   - print: Prints a line.
    init(pause: @escaping @MainActor () async -> Void, print: @escaping @MainActor (String) -> Void) {
        self.pause = pause
        self.print = print
    }

    /// Begins a system.
    func system(_ title: String) async throws(TourFailure) { try await tell((isEmpty ? "" : "\n") + title) }

    /// Begins a row.
    func row(_ id: String, _ title: String) async throws(TourFailure) { try await tell("\n\(id)  \(title)") }

    /// Tells what the person does.
    func action(_ text: String) async throws(TourFailure) { try await tell("   ▸ " + text) }

    /// Tells what the app shows.
    func screen(_ text: String) async throws(TourFailure) { try await tell("   │ " + text) }

    /// Tells what is behind it.
    func remark(_ text: String) async throws(TourFailure) { try await tell("   · " + text) }

    /// Prints a line, unless somebody has asked to stop.
    private func tell(_ line: String) async throws(TourFailure) {
        await pause()
        guard !Task.isCancelled else { throw .interrupted }
        isEmpty = false
        print(line)
    }
}
