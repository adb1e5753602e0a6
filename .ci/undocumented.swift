// Tells which symbols of some symbol graphs have no documentation, and fails where there are any. The linter sees neither
// the cases of enumerations nor what protocols ask for.
import Foundation

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Comment: Decodable {
            struct Line: Decodable { var text: String }
            var lines: [Line]
        }
        struct Location: Decodable { var uri: String }
        var pathComponents: [String]
        var docComment: Comment?
        var location: Location?

        var isDocumented: Bool { docComment?.lines.contains { !$0.text.isEmpty } ?? false }
    }
    struct Module: Decodable { var name: String }
    var module: Module
    var symbols: [Symbol]
}

var count = 0
for path in CommandLine.arguments.dropFirst() {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: path)))
    for symbol in graph.symbols where !symbol.isDocumented {
        count += 1
        let name = ([graph.module.name] + symbol.pathComponents).joined(separator: ".")
        print("error: \(name) is public and has no documentation (\(symbol.location?.uri ?? path))")
    }
}
exit(count == 0 ? 0 : 1)
