/// What the tour has to tell: numbered steps, and under each of them what was done and what the app showed.
@MainActor
final class Transcript {
    private let print: (String) -> Void
    private var steps = 0

    /// Creates a transcript.
    ///
    /// - Parameter print: Prints a line.
    init(print: @escaping (String) -> Void) {
        self.print = print
    }

    /// Begins a step, unless somebody has asked to stop.
    func step(_ title: String) throws(TourFailure) {
        guard !Task.isCancelled else { throw .interrupted }
        steps += 1
        print((steps == 1 ? "" : "\n") + "\(steps). \(title)")
    }

    /// Tells what the person does.
    func action(_ text: String) { print("   ▸ " + text) }

    /// Tells what the app shows.
    func screen(_ text: String) { print("   │ " + text) }

    /// Tells what is behind it.
    func remark(_ text: String) { print("   · " + text) }
}
