import Presentation
import Testing

struct AdaptiveLayoutTests {
    private static let layout = AdaptiveLayout(
        compact: ContentMetrics(minimumHeight: 480, margin: 20, spacing: 12),
        regular: ContentMetrics(minimumHeight: 640, margin: 80, spacing: 20)
    )

    @Test(
        arguments: [
            (SizeClass.compact, 900.0, 900.0, false), (.compact, 481, 481, false), (.compact, 480, 480, false),
            (.compact, 479, 480, true), (.compact, 0, 480, true), (.compact, -1, 480, true),
            (.compact, .nan, 480, true),
            (.regular, 641, 641, false), (.regular, 640, 640, false), (.regular, 639, 640, true),
        ] as [(SizeClass, Double, Double, Bool)]
    )
    func `S4.8 content fills a large screen, and in a small one has its minimum height and scrolls`(
        sizeClass: SizeClass,
        room: Double,
        height: Double,
        scrolls: Bool
    ) {
        let isCompact = sizeClass == .compact
        let expected = ContentArrangement(
            width: isCompact ? 360 : 240,
            height: height,
            margin: isCompact ? 20 : 80,
            spacing: isCompact ? 12 : 20,
            scrolls: scrolls
        )
        #expect(Self.layout.arrangement(width: 400, height: room, sizeClass: sizeClass) == expected)
    }

    @Test(
        arguments: [(321, 161, 80), (320, 160, 80), (319, 159.5, 79.75), (4, 2, 1), (0, 0, 0), (-5, 0, 0)]
            as [(Double, Double, Double)]
    )
    func `S4.8 margins take no more than half of the width`(room: Double, width: Double, margin: Double) {
        let arrangement = Self.layout.arrangement(width: room, height: 700, sizeClass: .regular)
        #expect([arrangement.width, arrangement.margin] == [width, margin])
    }

    @Test(arguments: [(1_024, 768), (768, 1_024), (801, 600), (800, 600), (799, 600)] as [(Double, Double)])
    func `S4.8 wide content is centred, also after a rotation`(width: Double, height: Double) {
        let arrangement = AdaptiveLayout().arrangement(width: width, height: height, sizeClass: .regular)
        #expect(arrangement.width == min(width - 160, 640))
        #expect(arrangement.width + 2 * arrangement.margin == width)
    }

    @Test func `S4.8 compact and regular metrics differ by default`() {
        let layout = AdaptiveLayout()
        let (compact, regular) = (layout.compact, layout.regular)
        #expect(compact.minimumHeight < regular.minimumHeight)
        #expect(compact.margin < regular.margin)
        #expect(compact.spacing < regular.spacing)
    }

    @Test(arguments: [(79, .compact), (80, .regular), (81, .regular)] as [(Double, SizeClass)])
    func `S4.8 a terminal has size classes too`(columns: Double, expected: SizeClass) {
        #expect(SizeClass(columns, regularFrom: 80) == expected)
    }
}
