import Presentation

extension QRCode {
    /// Returns the lines of the code as block characters, in the order of the rows.
    package func lines(quietZone: Int) -> [String] {
        var lines = text(quietZone: quietZone).split(separator: "\n").map(String.init)
        // Of an odd number of rows, the last one has a light half, below which a dark one would be a bar.
        if let last = lines.popLast() { lines.append(last.replacing("▀", with: "█")) }
        return lines
    }
}
