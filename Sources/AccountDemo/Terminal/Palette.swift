/// The colours that a terminal gets.
package enum Palette: Hashable, Sendable {
    /// No colours; see <https://no-color.org>.
    case none

    /// The eight colours that the user's theme defines (ECMA-48).
    case themed

    /// Fixed ones of the 256 colours of xterm, which can be read on a ground: with a contrast of at least 4.5 : 1 (WCAG
    /// 2.2, 1.4.3) on a known one, and of 3.8 : 1 on black and on white if it is unknown.
    case indexed(Ground)

    /// The brightness of the terminal's background.
    package enum Ground: CaseIterable, Sendable { case unknown, dark, light }

    /// Chooses the palette by the variables `NO_COLOR`, `TERM`, `COLORTERM` and `COLORFGBG`.
    package init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let isIndexed = term.contains("256color") || ["truecolor", "24bit"].contains(environment["COLORTERM"])
        // The terminals of DEC have no colours.
        let isMonochrome = ["", "dumb"].contains(term) || term.hasPrefix("vt")
        guard environment["NO_COLOR"].map(\.isEmpty) ?? true, !isMonochrome else {
            self = .none
            return
        }
        // The second number is that of the background. White is 7 or 15.
        let ground: Ground =
            switch environment["COLORFGBG"]?.split(separator: ";").last {
            case nil, "default": .unknown
            case "7", "15": .light
            default: .dark
            }
        self = isIndexed ? .indexed(ground) : .themed
    }

    /// The sequence that asks the terminal for its background colour (xterm, OSC 11), if that matters.
    ///
    /// The answer arrives as ``Key/ground(_:)``. A terminal that does not know the sequence ignores it.
    package var question: String { if case .indexed = self { "\u{1B}]11;?\u{1B}\\" } else { "" } }

    /// Returns the palette for a terminal with this background.
    package func on(_ ground: Ground) -> Palette { if case .indexed = self { .indexed(ground) } else { self } }

    /// Returns the control sequence that selects a style (ECMA-48, SGR).
    package func sequence(for style: CellStyle) -> String {
        let codes = Self.attributes + colors
        return "\u{1B}[0" + codes.filter { style.contains($0.style) }.map { ";" + $0.code }.joined() + "m"
    }

    private static let attributes: [(style: CellStyle, code: String)] = [
        (.bold, "1"), (.dim, "2"), (.underlined, "4"), (.reversed, "7"),
    ]

    private var colors: [(style: CellStyle, code: String)] {
        let (red, green, accent, bar) =
            switch self {
            case .none: ("", "", "", "")
            // Black on the accent colour can be read in any theme.
            case .themed: ("31", "32", "36", "30;46")
            case .indexed(.unknown): ("38;5;160", "38;5;28", "38;5;30", "38;5;231;48;5;24")
            case .indexed(.dark): ("38;5;210", "38;5;114", "38;5;80", "38;5;16;48;5;80")
            case .indexed(.light): ("38;5;124", "38;5;22", "38;5;24", "38;5;231;48;5;24")
            }
        guard self != .none else { return [(.bar, "7")] }
        return [(.red, red), (.green, green), (.accent, accent), (.bar, bar), (.white, "97"), (.onBlack, "40")]
    }
}
