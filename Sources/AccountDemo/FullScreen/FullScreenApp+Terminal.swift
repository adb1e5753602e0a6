#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FullScreenApp {
    /// Runs on a terminal until the user quits or the terminal closes, and restores the terminal.
    ///
    /// - Parameters:
    ///   - screen: The terminal.
    ///   - palette: The colours to draw in, until the terminal has answered what its background is.
    ///   - pause: Returns after a time, or when the task is cancelled.
    func run(
        on screen: TerminalScreen,
        in palette: Palette,
        pause: @escaping @Sendable (Duration) async -> Void
    ) async {
        var writer = FrameWriter(in: palette)
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
                    await pause(Self.spinnerPause)
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
        // OSC 52 of xterm, which some terminals ignore.
        copy = { screen.write("\u{1B}]52;c;\(Data($0.utf8).base64EncodedString())\u{1B}\\") }
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
        screen.write(palette.question)
        draw()
        Task { await launch() }
        for await event in screen.events() {
            switch event {
            case .keys(let keys):
                for key in keys where !isFinished {
                    switch key {
                    case .control("z"):
                        hidePassword()
                        screen.suspend()
                        screen.write(palette.question)
                        writer = FrameWriter(in: writer.palette)
                    case .ground(let ground) where palette.on(ground) != writer.palette:
                        writer = FrameWriter(in: palette.on(ground))
                    case .ground: continue
                    default:
                        press(key)
                        continue
                    }
                    changed()
                }
            case .resized: changed()
            case .ended: return
            }
            if isFinished { return }
        }
    }
}
