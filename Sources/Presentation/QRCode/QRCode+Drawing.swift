extension QRCode {
    /// The code for a terminal, with its quiet zone: a line of text for each two rows.
    public var text: String { text(quietZone: Self.quietZone) }

    /// Returns the code for a terminal: a line of text for each two rows.
    ///
    /// Dark modules are spaces and light modules blocks, so that a terminal with light text on a dark ground shows the
    /// code as printed. Readers also accept the inverse.
    ///
    /// - Parameter quietZone: The number of light modules around the code; a small terminal may have no room for
    ///   ``quietZone``, and readers mostly accept fewer.
    /// - Returns: Lines of the same length.
    public func text(quietZone: Int) -> String {
        let range = -quietZone..<size + quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            range.map { column in
                switch (self[row, column], row + 1 >= range.upperBound || self[row + 1, column]) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }

    /// The code as an SVG image, with its quiet zone; a module has the size 1.
    public var svg: String {
        let side = size + 2 * Self.quietZone
        let path = (0..<size).flatMap { row in
            (0..<size).filter { self[row, $0] }.map { "M\($0 + Self.quietZone) \(row + Self.quietZone)h1v1h-1z" }
        }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }
}
