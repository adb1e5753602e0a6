// Tells what is missing in the documentation of the public symbols of some symbol graphs, and fails where there is
// anything: a comment, the sentence that it begins with, which error is thrown, or what is to be handed over. What meets
// a requirement of a protocol of these modules has the comment of the requirement, unless it has one of its own.
import Foundation

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Kind: Decodable { var identifier: String }
        struct Comment: Decodable {
            struct Line: Decodable { var text: String }
            var lines: [Line]
            /// The module of the comment, which is that of a protocol where the symbol has no comment of its own.
            var module: String
        }
        struct Fragment: Decodable { var spelling: String }
        struct Signature: Decodable { var parameters: [Parameter]? }
        struct Parameter: Decodable {}
        struct Location: Decodable { var uri: String }
        var kind: Kind
        var pathComponents: [String]
        var docComment: Comment?
        var declarationFragments: [Fragment]?
        var functionSignature: Signature?
        var location: Location?
    }
    struct Module: Decodable { var name: String }
    var module: Module
    var symbols: [Symbol]
}

extension Graph.Symbol {
    /// Returns what is missing, or nil where nothing is; the comments of other modules do not count.
    func gap(in modules: Set<String>) -> String? {
        // An extension has the comments of what it adds, and a symbol of the compiler has no place.
        if kind.identifier == "swift.extension" || location == nil { return nil }
        let comment = docComment.map { modules.contains($0.module) ? $0.lines.map(\.text) : [] } ?? []
        func says(_ words: String) -> Bool { comment.contains { $0.drop { $0 == " " }.hasPrefix(words) } }
        guard let first = comment.first(where: { !$0.isEmpty }) else { return "is public and has no documentation" }
        if Self.isItem(first) { return "is described by a list alone, without a summary" }
        if isThrowing, !says("- Throws:") { return "does not say what it throws" }
        if isThrowing, !Self.namesCase(comment) { return "does not name a case of what it throws" }
        // What a subscript, an operator or a hash takes is in the one sentence that it has.
        let isCall = ["swift.method", "swift.type.method", "swift.init", "swift.func"].contains(kind.identifier)
        let takesSomething = functionSignature?.parameters?.isEmpty == false && pathComponents.last != "hash(into:)"
        if isCall, takesSomething, !says("- Parameter") { return "does not say what it takes" }
        return nil
    }

    /// Tells whether the call itself throws, and not only a closure that it takes.
    private var isThrowing: Bool {
        var depth = 0
        for fragment in declarationFragments ?? [] {
            if depth == 0, fragment.spelling == "throws" { return true }
            depth += fragment.spelling.count { $0 == "(" } - fragment.spelling.count { $0 == ")" }
        }
        return false
    }

    private static func isItem(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("- ") }

    /// Tells whether what is thrown is said by a case, such as `.busy`, or by a link to a type of cases.
    ///
    /// `CancellationError` has no cases, and those of `POSIXError` begin with an E.
    private static func namesCase(_ comment: [String]) -> Bool {
        let item = comment.drop { !$0.contains("- Throws:") }
        let text = item.prefix(1) + item.dropFirst().prefix { !$0.isEmpty && !isItem($0) }
        let named = #/`\w*\.([a-z]|E[A-Z])|``\/?(\w+\/)*[A-Z][\w.-]*``|`CancellationError`/#
        return text.joined(separator: " ").contains(named)
    }
}

var count = 0
let graphs = try CommandLine.arguments.dropFirst().map { path in
    try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: path)))
}
let modules = Set(graphs.map(\.module.name))
for graph in graphs {
    for symbol in graph.symbols {
        guard let gap = symbol.gap(in: modules) else { continue }
        count += 1
        let name = ([graph.module.name] + symbol.pathComponents).joined(separator: ".")
        print("error: \(name) \(gap) (\(symbol.location?.uri ?? ""))")
    }
}
exit(count == 0 ? 0 : 1)
