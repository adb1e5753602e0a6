import Domain

extension DescriptionReader {
    /// A path: one name, or a list of names from the outside in.
    static func jsonPath(_ value: JSONValue) -> JSONPath? {
        if let name = value.text { return JSONPath(name) }
        guard let elements = value.elements else { return nil }
        let names = elements.compactMap(\.text)
        return names.count == elements.count ? JSONPath(names) : nil
    }

    /// A list of paths.
    static func jsonPaths(_ value: JSONValue) -> [JSONPath]? {
        guard let elements = value.elements else { return nil }
        let paths = elements.compactMap(jsonPath)
        return paths.count == elements.count ? paths : nil
    }

    static func meaning(_ value: JSONValue) -> ReplyMeaning? {
        value.text.flatMap(ReplyMeaning.init(rawValue:))
    }

    static func meanings(_ value: JSONValue) -> [String: ReplyMeaning]? {
        guard let members = value.members else { return nil }
        let meanings = members.compactMapValues(meaning)
        return meanings.count == members.count ? meanings : nil
    }

    /// Meanings of statuses, which are called `409` or, for a whole hundred, `4xx`.
    static func statuses(_ value: JSONValue) -> [Int: ReplyMeaning]? {
        guard let meanings = meanings(value) else { return nil }
        var statuses: [Int: ReplyMeaning] = [:]
        for (name, meaning) in meanings {
            let digits = name.hasSuffix("xx") ? name.dropLast(2) : name[...]
            guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(digits),
                name.hasSuffix("xx") ? (1...9).contains(number) : HTTPStatus(number) != nil
            else { return nil }
            statuses[number] = meaning
        }
        return statuses
    }

    static func fieldNames(_ value: JSONValue) -> [String: AccountField]? {
        guard let members = value.members else { return nil }
        let names = members.compactMapValues { $0.text.flatMap(AccountField.init(rawValue:)) }
        return names.count == members.count ? names : nil
    }

    /// A body: texts that begin with `$` are gaps, such as `$id`, and `$$` begins a text with one `$`.
    static func template(_ value: JSONValue) -> BodyTemplate? {
        switch value {
        case .object(let members):
            let templates = members.compactMapValues(template)
            return templates.count == members.count ? .object(templates) : nil
        case .string(let text) where text.hasPrefix("$$"):
            return .constant(.string(String(text.dropFirst())))
        case .string(let text) where text.hasPrefix("$"):
            return AccountField(rawValue: String(text.dropFirst())).map { .field($0) }
        case .null, .bool, .number, .string, .array:
            return .constant(value)
        }
    }
}
