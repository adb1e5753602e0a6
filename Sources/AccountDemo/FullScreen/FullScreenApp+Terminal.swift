extension FullScreenApp {
    /// Runs on a terminal until the user quits or the terminal closes, and restores the terminal.
    ///
    /// - Parameters:
    ///   - screen: The terminal.
    ///   - usesColor: Whether to draw in colours.
    ///   - pause: Returns after a time, or when the task is cancelled.
    func run(
        on screen: TerminalScreen,
        usesColor: Bool,
        pause: @escaping @Sendable (Duration) async -> Void
    ) async {
        var writer = FrameWriter(usesColor: usesColor)
        var isDrawingDue = false
        var spinner: Task<Void, Never>?
        func draw() {
            let size = screen.size
            drawing = ScreenDrawing(columns: size.columns, rows: size.rows)
            let output = writer.output(for: drawing.draw(content))
            if !output.isEmpty { screen.write(output) }
            guard isBusy, spinner == nil else { return }
            spinner = Task {
                while isBusy, !Task.isCancelled {
                    await pause(.milliseconds(100))
                    turnSpinner()
                }
                spinner = nil
            }
        }
        changed = {
            // One drawing shows all simultaneous changes.
            guard !isDrawingDue else { return }
            isDrawingDue = true
            Task {
                isDrawingDue = false
                draw()
            }
        }
        let watch = Task { [weak self] in
            while !Task.isCancelled {
                await pause(.seconds(1))
                await self?.secondPassed()
            }
        }
        defer {
            watch.cancel()
            spinner?.cancel()
            changed = {}
            screen.close()
        }
        draw()
        Task { await launch() }
        for await event in screen.events() {
            switch event {
            case .keys(let keys):
                for key in keys where !isFinished {
                    guard key == .control("z") else { press(key); continue }
                    screen.suspend()
                    writer = FrameWriter(usesColor: usesColor)
                    changed()
                }
            case .resized: changed()
            case .ended: return
            }
            if isFinished { return }
        }
    }
}
