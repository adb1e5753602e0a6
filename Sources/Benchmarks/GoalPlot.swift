import Foundation

/// An SVG picture of the goals; a bar to the right of the line is better than the goal.
struct GoalPlot {
    private struct Bar {
        let name: String
        let text: String

        /// The ratio to the goal; more is better.
        let reach: Double
    }

    private static let row = 16.0
    private static let names = 400.0
    private static let half = 180.0

    /// The longest bar, in powers of ten.
    private static let range = 1.0

    private let groups: [(name: String, bars: [Bar])]
    private let title: String

    init(_ report: BenchmarkReport) {
        title = "\(report.date), \(report.processors) processors, \(report.system)"
        groups = report.scenarios.map { scenario in
            (scenario.name, scenario.entries.compactMap(Self.bar))
        }
        .filter { !$0.1.isEmpty }
    }

    /// Nil without a goal, and for a goal of 0, to which there is no ratio.
    private static func bar(_ entry: BenchmarkEntry) -> Bar? {
        guard let goal = entry.goal, goal.limit > 0, entry.value > 0 else { return nil }
        return Bar(
            name: entry.name,
            text: "\(entry.value.shown) \(entry.unit) (\(goal.isMinimum ? "≥" : "≤") \(goal.limit.shown))",
            reach: goal.isMinimum ? entry.value / goal.limit : goal.limit / entry.value
        )
    }

    /// The picture as SVG 1.1.
    var svg: String {
        let width = Self.names + 2 * Self.half + 260
        let middle = Self.names + Self.half
        var lines: [String] = []
        var y = 3 * Self.row
        lines.append(Self.text(title, x: 8, y: Self.row))
        lines.append(
            Self.text("Green: beyond the goal. Red: missed. A whole bar: tenfold, or more.", x: 8, y: 2 * Self.row)
        )
        for group in groups {
            y += Self.row
            lines.append(Self.text(group.name, x: 8, y: y, isBold: true))
            for bar in group.bars {
                y += Self.row
                let length = max(-Self.range, min(Self.range, log10(bar.reach))) * Self.half
                let color = bar.reach >= 1 ? "#2e7d4f" : "#b3402e"
                lines.append(
                    String(
                        format: "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%@\"/>",
                        middle + min(0, length),
                        y - Self.row * 0.75,
                        max(1, abs(length)),
                        Self.row * 0.8,
                        color
                    )
                )
                lines.append(Self.text(bar.name, x: Self.names - 6, y: y, anchor: "end"))
                lines.append(Self.text(bar.text, x: middle + Self.half + 6, y: y))
            }
        }
        let height = y + Self.row
        let line = String(
            format: "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#333333\"/>",
            middle,
            3 * Self.row,
            middle,
            height - 4
        )
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
            font-family="sans-serif" font-size="11">
            <rect width="100%" height="100%" fill="#ffffff"/>
            \(lines.joined(separator: "\n"))
            \(line)
            </svg>

            """
    }

    private static func text(
        _ text: String,
        x: Double,
        y: Double,
        anchor: String = "start",
        isBold: Bool = false
    ) -> String {
        let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        let weight = isBold ? " font-weight=\"bold\"" : ""
        return String(
            format: "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%@\"%@>%@</text>",
            x,
            y,
            anchor,
            weight,
            escaped
        )
    }
}
