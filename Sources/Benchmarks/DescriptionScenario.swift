import Foundation
import Networking

/// The time to read the description of an API, compared with parsing the same bytes as JSON.
struct DescriptionScenario {
    let table: Table

    /// The largest ready-made descriptions, and the smallest one.
    private static let names = ["everything", "cognito", "oauth2"]

    func run() throws {
        for name in Self.names {
            let file = URL(filePath: #filePath).appending(path: "../../../Docs/Servers/\(name).json")
            let data = try Data(contentsOf: file.standardizedFileURL)
            let bytes = Array(data)
            _ = try AccountAPI(describedBy: bytes)
            table.section("\(name).json, \(bytes.count) bytes")
            // The description was read above, so it is valid.
            let measured = Measurement.inTurn([
                { blackHole(try? AccountAPI(describedBy: bytes)) },
                { blackHole(try? JSONSerialization.jsonObject(with: data)) },
            ])
            table.line("description, read and checked", measured[0])
            table.line("floor: JSONSerialization", measured[1], beside: measured[0])
            table.goal("\(name).json, read", measured[0], atMost: 1_000_000)
        }
    }
}
