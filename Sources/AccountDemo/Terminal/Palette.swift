/// The colours that a terminal gets.
package enum Palette: Hashable, Sendable {
    /// No colours; see <https://no-color.org>.
    case none

    /// The eight colours that the user's theme defines (ECMA-48).
    case themed

    /// Fixed ones of the 256 colours of xterm, which can be read on a ground: with a contrast of at least 4.5 : 1 (WCAG
    /// 2.2, 1.4.3) on a known one, and of 3.8 : 1 on black and on white if it is unknown.
    case indexed(Ground)

    /// Colours by red, green and blue (ISO 8613-6), with a contrast of at least 4.5 : 1 on any ground.
    case exact(Ground)

    /// The brightness of the terminal's background.
    package enum Ground: CaseIterable, Sendable { case unknown, dark, light }

    /// Chooses the palette by the variables `NO_COLOR`, `TERM`, `COLORTERM` and `COLORFGBG`.
    package init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let isColorful = ["truecolor", "24bit"].contains(environment["COLORTERM"]) || term.hasSuffix("-direct")
        let isIndexed = isColorful || term.contains("256color")
        // GNU screen hands the variable on, but takes the numbers of an exact colour for other styles.
        let isExact = isColorful && !term.hasPrefix("screen")
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
        self = isExact ? .exact(ground) : isIndexed ? .indexed(ground) : .themed
    }

    /// The sequence that asks the terminal for its background colour (xterm, OSC 11), if that matters.
    ///
    /// The answer arrives as ``Key/ground(_:)``. A terminal that does not know the sequence ignores it.
    package var question: String { on(.dark) == on(.light) ? "" : "\u{1B}]11;?\u{1B}\\" }

    /// Returns the palette for a terminal with this background.
    package func on(_ ground: Ground) -> Palette {
        switch self {
        case .none, .themed: self
        case .indexed: .indexed(ground)
        case .exact: .exact(ground)
        }
    }

    /// Returns the control sequence that selects a style (ECMA-48, SGR).
    package func sequence(for style: CellStyle) -> String {
        let codes = Self.attributes + colors
        return "\u{1B}[0" + codes.filter { style.contains($0.style) }.map { ";" + $0.code }.joined() + "m"
    }

    private static let attributes: [(style: CellStyle, code: String)] = [
        (.bold, "1"), (.dim, "2"), (.underlined, "4"), (.reversed, "7"),
    ]

    private var colors: [(style: CellStyle, code: String)] {
        switch self {
        case .none: [(.bar, "7")]
        // Black on the accent colour can be read in any theme.
        case .themed: [(.red, "31"), (.green, "32"), (.accent, "36"), (.bar, "30;46")] + Self.picture
        case .indexed(let ground): ground.colors.map { ($0.style, $0.index) } + Self.picture
        case .exact(let ground): ground.colors.map { ($0.style, $0.exact) } + Self.picture
        }
    }

    /// The colours of a QR code.
    private static let picture: [(style: CellStyle, code: String)] = [(.white, "97"), (.onBlack, "40")]
}

extension Palette.Ground {
    /// The exact colour of each style, and the nearest of the 256 colours of xterm.
    fileprivate var colors: [(style: CellStyle, exact: String, index: String)] {
        switch self {
        case .unknown:
            [
                (.red, "38;2;223;46;42", "38;5;160"), (.green, "38;2;28;135;38", "38;5;28"),
                (.accent, "38;2;10;130;148", "38;5;30"),
                (.bar, "38;2;255;255;255;48;2;10;100;120", "38;5;231;48;5;24"),
            ]
        case .dark:
            [
                (.red, "38;2;255;128;120", "38;5;210"), (.green, "38;2;126;231;135", "38;5;114"),
                (.accent, "38;2;86;212;221", "38;5;80"), (.bar, "38;2;0;0;0;48;2;86;212;221", "38;5;16;48;5;80"),
            ]
        case .light:
            [
                (.red, "38;2;179;38;30", "38;5;124"), (.green, "38;2;17;99;41", "38;5;22"),
                (.accent, "38;2;10;100;120", "38;5;24"),
                (.bar, "38;2;255;255;255;48;2;10;100;120", "38;5;231;48;5;24"),
            ]
        }
    }
}
