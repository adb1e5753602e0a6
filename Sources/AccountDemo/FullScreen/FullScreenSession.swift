/// The app on a terminal: keys go to the app, and its frames to the terminal.
@MainActor
final class FullScreenSession {
    private let app: FullScreenApp
    private let screen: TerminalScreen
    private var writer: FrameWriter
    private var isDrawingDue = false

    init(_ app: FullScreenApp, on screen: TerminalScreen, usesColor: Bool) {
        self.app = app
        self.screen = screen
        writer = FrameWriter(usesColor: usesColor)
    }

    /// Runs until the user quits or the terminal is gone, and restores the terminal.
    func run() async {
        defer { screen.close() }
        app.changed = { [weak self] in self?.drawSoon() }
        draw()
        Task { await app.launch() }
        for await event in screen.events() {
            switch event {
            case .keys(let keys): for key in keys where !app.isFinished { app.press(key) }
            case .resized: drawSoon()
            case .ended: return
            }
            if app.isFinished { return }
        }
    }

    /// Draws once for all changes of a moment.
    private func drawSoon() {
        guard !isDrawingDue else { return }
        isDrawingDue = true
        Task {
            isDrawingDue = false
            draw()
        }
    }

    private func draw() {
        let size = screen.size
        let output = writer.output(for: ScreenDrawing(columns: size.columns, rows: size.rows).draw(app.content))
        if !output.isEmpty { screen.write(output) }
    }
}
