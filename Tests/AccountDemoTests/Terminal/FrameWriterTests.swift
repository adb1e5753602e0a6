import AccountDemo
import TestSupport
import Testing

/// Tests of the output that draws a frame.
struct FrameWriterTests {
    private static let columns = 24
    private static let rows = 6

    private func frame(using generator: inout SeededGenerator, from last: CellGrid? = nil) -> CellGrid {
        var grid = last ?? CellGrid(columns: Self.columns, rows: Self.rows)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let text =
                ["abc", "한글", "é한a", " ", "✔ 예", "👍🏽!", "\u{1B}[2J", "e\u{301}"]
                .randomElement(using: &generator) ?? ""
            let styles: [CellStyle] = [.plain, .bold, .reversed, .red, [.bold, .red], [.reversed, .dim], .bar]
            let style = styles.randomElement(using: &generator) ?? .plain
            grid.write(
                text,
                row: Int.random(in: -1...Self.rows, using: &generator),
                column: Int.random(in: -2..<Self.columns, using: &generator),
                style: style
            )
        }
        grid.cursor =
            Bool.random(using: &generator)
            ? nil
            : CellGrid.Position(
                row: Int.random(in: 0..<Self.rows, using: &generator),
                column: Int.random(in: 0..<Self.columns, using: &generator)
            )
        return grid
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(8, change: 40, soak: 4_000)))
    func `after every frame the screen shows the drawn cells`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let palettes: [Palette] = [.themed, .indexed(.dark), .exact(.light), .exact(.unknown)]
        var writer = FrameWriter(in: palettes[Int(seed) % palettes.count])
        var screen = ScreenEmulator(columns: Self.columns, rows: Self.rows)
        var last: CellGrid?
        for number in 0..<30 {
            let next = frame(using: &generator, from: number % 5 == 0 ? nil : last)
            screen.receive(writer.output(for: next))
            #expect(screen.cells == next.rows, "frame \(number)")
            #expect(screen.violations == [], "frame \(number)")
            #expect(screen.showsCursor == (next.cursor != nil))
            if let cursor = next.cursor { #expect(screen.cursor == cursor) }
            #expect(writer.output(for: next) == "")
            last = next
        }
    }

    @Test func `one changed character sends a few bytes instead of the whole screen`() {
        var writer = FrameWriter(in: .themed)
        var grid = CellGrid(columns: 80, rows: 24)
        for row in 0..<24 { grid.write(String(repeating: "x", count: 80), row: row, column: 0) }
        let whole = writer.output(for: grid)
        grid.write("y", row: 3, column: 40)
        #expect(whole.utf8.count > 1_900)
        #expect(writer.output(for: grid).utf8.count < 40)
    }

    @Test(arguments: ["👍🏽", "👩🏽‍💻", "❤️", "🇰🇷"])
    func `a terminal that shows an emoji in another width keeps nothing of what was deleted`(emoji: String) {
        var writer = FrameWriter(in: .none)
        var screen = ScreenEmulator(columns: 12, rows: 1)
        screen.splitsSequences = true
        for text in ["ab\(emoji)전z", "ab\(emoji)전", "ab\(emoji)", "ab", "a"] {
            var grid = CellGrid(columns: 12, rows: 1)
            grid.write(text, row: 0, column: 0)
            screen.receive(writer.output(for: grid))
            let shown = screen.text.replacing(" ", with: "")
            #expect(shown.hasPrefix("ab".prefix(text.count)))
            for removed in ["전", "z"] { #expect(shown.contains(removed) == text.contains(removed), "\(shown)") }
            // All that follows the first part of the emoji was overwritten.
            #expect(shown.count <= text.count, "\(shown)")
        }
        #expect(screen.text == "a           " && screen.violations == [])
    }

    @Test func `without colours no colour is sent, but bold text still is`() {
        var writer = FrameWriter(in: .none)
        var grid = CellGrid(columns: 9, rows: 1)
        grid.write("red", row: 0, column: 0, style: [.red, .bold])
        let output = writer.output(for: grid)
        #expect(output.contains("\u{1B}[0;1m"))
        #expect(!output.contains("31"))
    }

    @Test func `a frame of another size is drawn completely`() {
        var writer = FrameWriter(in: .themed)
        var grid = CellGrid(columns: 4, rows: 1)
        grid.write("abcd", row: 0, column: 0)
        _ = writer.output(for: grid)
        var wider = CellGrid(columns: 5, rows: 1)
        wider.write("abcd", row: 0, column: 0)
        #expect(writer.output(for: wider).contains("\u{1B}[2J"))
        #expect(writer.output(for: wider) == "")
    }

    @Test func `writing over half of a wide character removes the other half`() {
        var grid = CellGrid(columns: 4, rows: 1)
        grid.write("한글", row: 0, column: 0)
        grid.write("a", row: 0, column: 1)
        #expect(grid.text == " a글")
        grid.write("b", row: 0, column: 2)
        #expect(grid.text == " ab")
        grid.write("한", row: 0, column: 3)
        #expect(grid.text == " ab")
    }

    @Test func `a part of a screen has the cursor only if the cursor is within the part`() {
        var grid = CellGrid(columns: 3, rows: 4)
        for row in 0..<4 { grid.write("\(row)", row: row, column: 0) }
        grid.cursor = CellGrid.Position(row: 2, column: 1)
        func part(_ rows: Range<Int>) -> CellGrid {
            var part = CellGrid(columns: 3, rows: rows.count)
            part.draw(grid, rows: rows, row: 0, column: 0)
            return part
        }
        #expect(part(1..<3).text == "1\n2")
        #expect(part(1..<3).cursor == CellGrid.Position(row: 1, column: 1))
        #expect(part(0..<2).text == "0\n1")
        #expect(part(0..<2).cursor == nil)
        #expect(part(3..<6).text == "3\n\n")
    }
}
