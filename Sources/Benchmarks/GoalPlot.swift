import Foundation

/// An SVG picture of the goals; bars to the right of the line are better than the goal.
struct GoalPlot {
    let report: BenchmarkReport

    private static let row = 16
    private static let names = 400
    private static let half = 180
    private static let middle = names + half

    /// The picture as SVG 1.1.
    var svg: String {
        let title = "\(report.date), \(report.processors) processors, \(report.system)"
        var lines = [
            Self.text(title, x: 8, y: Self.row),
            Self.text("Green: goal met. Red: goal missed. Full bar: a factor of 10 or more.", x: 8, y: 2 * Self.row),
        ]
        var y = 3 * Self.row
        for scenario in report.scenarios {
            // A goal of 0 has no ratio.
            let entries = scenario.entries.filter { entry in (entry.goal?.limit ?? 0) > 0 && entry.value > 0 }
            if entries.isEmpty { continue }
            y += Self.row
            lines.append(Self.text(scenario.name, x: 8, y: y, #" font-weight="bold""#))
            for entry in entries {
                guard let goal = entry.goal else { continue }
                y += Self.row
                lines.append(Self.bar(entry, goal, y: y))
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.middle + Self.half + 260) \(y + Self.row)" \
            font-family="sans-serif" font-size="11">
            <rect width="100%" height="100%" fill="#ffffff"/>
            \(lines.joined(separator: "\n"))
            <line x1="\(Self.middle)" y1="\(3 * Self.row)" x2="\(Self.middle)" y2="\(y + 12)" stroke="#333333"/>
            </svg>

            """
    }

    private static func bar(_ entry: BenchmarkEntry, _ goal: BenchmarkEntry.Goal, y: Int) -> String {
        // The ratio to the goal; larger is better, and a factor of 10 fills a side of the picture.
        let reach = goal.isMinimum ? entry.value / goal.limit : goal.limit / entry.value
        let length = Int(max(-1, min(1, log10(reach))) * Double(half))
        let color = reach >= 1 ? "#2e7d4f" : "#b3402e"
        let result = "\(entry.value.shown) \(entry.unit) (\(goal.text))"
        return """
            <rect x="\(middle + min(0, length))" y="\(y - 12)" width="\(max(1, abs(length)))" height="13" fill="\(color)"/>
            \(text(entry.name, x: names - 6, y: y, #" text-anchor="end""#))
            \(text(result, x: middle + half + 6, y: y))
            """
    }

    private static func text(_ text: String, x: Int, y: Int, _ style: String = "") -> String {
        let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        return #"<text x="\#(x)" y="\#(y)"\#(style)>\#(escaped)</text>"#
    }
}
