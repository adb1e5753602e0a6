import Domain

/// A check of the names and texts of a description that have no placeholders.
struct FixedTexts {
    /// The placeholders of all requests.
    let placeholders: Set<Placeholder>

    let log: MistakeLog

    /// Creates a check with the placeholders of a description.
    init(_ description: JSONValue, constants: Set<Placeholder>, _ log: MistakeLog) {
        let steps = (description[JSONPath("steps")]?.members ?? [:]).values
        let before = AccountAction.allCases.flatMap { description[JSONPath($0.rawValue, "before")]?.elements ?? [] }
        let captures = (steps + before).flatMap { $0[JSONPath("capture")]?.members?.keys.sorted() ?? [] }
        placeholders = AccountAction.allPlaceholders.union(constants).union(captures.compactMap { Placeholder($0) })
        self.log = log
    }

    /// Notes each placeholder in a name or a text of a description that would not be replaced.
    func check(_ description: JSONValue) {
        for (name, value) in description.members ?? [:] {
            let path = JSONPath(name)
            switch name {
            case "$schema", "response": break
            case "steps": for (name, step) in value.members ?? [:] { check(request: step, at: path.appending(name)) }
            case _ where AccountAction(rawValue: name) != nil: check(request: value, at: path)
            default: check(value, at: path)
            }
        }
    }

    private func check(request: JSONValue, at path: JSONPath) {
        for (name, value) in request.members ?? [:] {
            let path = path.appending(name)
            switch name {
            // What the server sends may look like a placeholder.
            case "path", "url", "body", "response": break
            case "headers", "cookies": check(value, at: path, hasTemplates: true)
            case "before":
                for (number, step) in (value.elements ?? []).enumerated() {
                    check(request: step, at: path.appending(String(number)))
                }
            default: check(value, at: path)
            }
        }
    }

    /// Checks all names and, unless they are templates, all texts in a value.
    private func check(_ value: JSONValue, at path: JSONPath, hasTemplates: Bool = false) {
        switch value {
        case .string(let text): if !hasTemplates { check(text) { log.note(.fixedText($0), at: path) } }
        case .array(let elements):
            for (number, element) in elements.enumerated() {
                check(element, at: path.appending(String(number)), hasTemplates: hasTemplates)
            }
        case .object(let members):
            for (name, member) in members {
                let path = path.appending(name)
                check(name) { log.note(.fixedName($0), at: path) }
                check(member, at: path, hasTemplates: hasTemplates)
            }
        case .null, .bool, .number: break
        }
    }

    /// Calls a function with each placeholder in a text, as it is written there.
    private func check(_ text: String, _ note: (String) -> Void) {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "{") }) else { return }
        for placeholder in TextTemplate(text).placeholders.intersection(placeholders) { note("$\(placeholder)") }
        for placeholder in TextTemplate(path: text).placeholders.intersection(placeholders) { note("{\(placeholder)}") }
    }
}
