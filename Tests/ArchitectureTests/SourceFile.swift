/// A Swift source file, as text.
struct SourceFile {
    /// Where it is, from the root of the checkout: `Sources/Domain/Entities/Account.swift`.
    let path: String

    /// What it says.
    let text: String

    /// The target that it belongs to: the second folder of its path.
    var target: String {
        path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }

    /// The modules that it imports, each with the conditional compilation that the line stands in.
    var imports: [ImportStatement] {
        var conditions: [String] = []
        var found: [ImportStatement] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            switch words.first {
            case "#if":
                conditions.append(words.dropFirst().joined(separator: " "))
            case "#elseif" where !conditions.isEmpty:
                conditions[conditions.count - 1] = words.dropFirst().joined(separator: " ")
            case "#else" where !conditions.isEmpty:
                conditions[conditions.count - 1] = "!(" + conditions[conditions.count - 1] + ")"
            case "#endif":
                _ = conditions.popLast()
            default:
                guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
                // Only attributes and access levels stand before `import`; anything else is prose or code.
                let modifiers = words[..<place]
                guard
                    modifiers.allSatisfy({
                        $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
                    })
                else { continue }
                // `import struct Module.Type` names the kind first.
                let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
                let name =
                    kinds.contains(words[place + 1]) && place + 2 < words.count ? words[place + 2] : words[place + 1]
                let module = name.split(separator: ".").first.map(String.init) ?? name
                found.append(
                    ImportStatement(
                        module: module,
                        isTestable: modifiers.contains("@testable"),
                        conditions: conditions
                    )
                )
            }
        }
        return found
    }
}
