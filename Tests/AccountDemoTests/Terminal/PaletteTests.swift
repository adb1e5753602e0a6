import AccountDemo
import Foundation
import Testing

/// Tests of the colours that a terminal gets.
struct PaletteTests {
    @Test(
        arguments: [
            ([:], .none), (["TERM": "dumb"], .none), (["TERM": "vt100"], .none), (["TERM": "xterm"], .themed),
            (["TERM": "xterm-256color"], .indexed(.unknown)),
            (["TERM": "xterm", "COLORTERM": "truecolor"], .exact(.unknown)),
            (["TERM": "tmux-256color", "COLORTERM": "24bit", "COLORFGBG": "0;15"], .exact(.light)),
            (["TERM": "screen", "COLORTERM": "truecolor"], .indexed(.unknown)),
            (["TERM": "xterm-direct"], .exact(.unknown)),
            (["TERM": "xterm-256color", "COLORTERM": "yes"], .indexed(.unknown)),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed(.unknown)),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
            (["TERM": "rxvt-256color", "COLORFGBG": "0;15"], .indexed(.light)),
            (["TERM": "rxvt-256color", "COLORFGBG": "0;default;7"], .indexed(.light)),
            (["TERM": "rxvt-256color", "COLORFGBG": "15;0"], .indexed(.dark)),
            (["TERM": "rxvt-256color", "COLORFGBG": "default;default"], .indexed(.unknown)),
            (["TERM": "rxvt", "COLORFGBG": "0;15"], .themed),
        ] as [([String: String], Palette)]
    )
    func `the environment says how many colours there are, and on which ground`(
        environment: [String: String],
        palette: Palette
    ) {
        #expect(Palette(environment: environment) == palette)
    }

    @Test func `only a terminal with fixed colours is asked for its background and follows the answer`() {
        for palette in [Palette.none, .themed] {
            #expect(palette.question == "")
            #expect(palette.on(.light) == palette)
        }
        for palette in [Palette.indexed, Palette.exact] {
            #expect(palette(.unknown).question != "")
            #expect(palette(.dark).on(.light) == palette(.light))
        }
    }

    @Test func `without colours a style keeps its other attributes`() {
        #expect(Palette.none.sequence(for: [.bold, .red, .onBlack]) == "\u{1B}[0;1m")
        #expect(Palette.none.sequence(for: [.bold, .bar]) == "\u{1B}[0;1;7m")
    }

    /// The grounds of xterm, VS Code, One Dark, Dracula and Solarized.
    private static let grounds: [(ground: Palette.Ground, colors: [Int], least: Double)] = [
        (.dark, [0x000000, 0x1E1E1E, 0x282C34, 0x282A36, 0x002B36], 4.5),
        (.light, [0xFFFFFF, 0xFAFAFA, 0xFDF6E3, 0xEEE8D5], 4.5), (.unknown, [0x000000, 0xFFFFFF], 3.8),
    ]

    @Test(arguments: grounds, [CellStyle.red, .green, .accent])
    func `every colour can be read on its ground`(
        sample: (ground: Palette.Ground, colors: [Int], least: Double),
        style: CellStyle
    ) throws {
        for (palette, least) in [(Palette.indexed(sample.ground), sample.least), (.exact(sample.ground), 4.5)] {
            let color = try #require(colors(of: style, in: palette).first)
            for ground in sample.colors {
                let below = [ground >> 16, ground >> 8 & 0xFF, ground & 0xFF]
                #expect(contrast(color, below) >= least, "\(palette) \(ground)")
            }
        }
    }

    @Test(arguments: Palette.Ground.allCases)
    func `the title can be read on its own ground`(ground: Palette.Ground) throws {
        for palette in [Palette.indexed(ground), .exact(ground)] {
            let both = colors(of: .bar, in: palette)
            try #require(both.count == 2)
            #expect(contrast(both[0], both[1]) >= 4.5, "\(palette)")
        }
    }

    // tmux takes the nearest colour for a terminal that has no exact ones.
    @Test(arguments: Palette.Ground.allCases, [CellStyle.red, .green, .accent, .bar])
    func `the nearest of the 256 colours are those of a terminal without exact ones`(
        ground: Palette.Ground,
        style: CellStyle
    ) {
        let levels = [0, 95, 135, 175, 215, 255]
        let nearest = colors(of: style, in: .exact(ground)).map { color in
            color.map { part in levels.min { abs($0 - part) < abs($1 - part) } }
        }
        #expect(nearest == colors(of: style, in: .indexed(ground)))
    }

    /// Returns red, green and blue of the text of a style, and of its ground if it has one.
    private func colors(of style: CellStyle, in palette: Palette) -> [[Int]] {
        palette.sequence(for: style).matches(of: #/[34]8;(?:5;(\d+)|2;(\d+);(\d+);(\d+))/#).map { match in
            let parts = [match.2, match.3, match.4].compactMap { $0.flatMap { Int($0) } }
            return match.1.flatMap { Int($0) }.map(self.parts(of:)) ?? parts
        }
    }

    /// Returns red, green and blue of one of the colours from 16, a cube of 6 x 6 x 6.
    private func parts(of index: Int) -> [Int] {
        let levels = [0, 95, 135, 175, 215, 255]
        return [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { levels[$0] }
    }

    /// Returns the contrast of two colours (WCAG 2.2, 1.4.3).
    private func contrast(_ one: [Int], _ other: [Int]) -> Double {
        let both = [luminance(one), luminance(other)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    /// Returns the relative luminance of red, green and blue, from 0 to 255 (WCAG 2.2).
    private func luminance(_ parts: [Int]) -> Double {
        let linear = parts.map { part -> Double in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}
