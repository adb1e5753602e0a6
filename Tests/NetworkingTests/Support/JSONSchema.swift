import Networking
import Testing

/// A JSON Schema (draft 2020-12), of which the keywords that `account-api.schema.json` has are known.
struct JSONSchema {
    private let root: JSONValue

    init(_ root: JSONValue) {
        self.root = root
    }

    /// Returns whether a value follows the schema.
    func accepts(_ value: JSONValue) throws -> Bool { try accepts(value, root) }

    /// The members of an object that the schema describes at a path of names in itself, such as `$defs`, `response`.
    func members(_ path: String...) throws -> [String: JSONValue] {
        let schema = try path.reduce(root) { schema, name in try #require(schema.members?[name]) }
        return try #require(schema.members?["properties"]?.members)
    }

    /// The names of the members of all objects.
    var allMembers: Set<String> { Self.members(in: root) }

    private static func members(in value: JSONValue) -> Set<String> {
        let inner = Array(value.members?.values ?? [:].values) + (value.elements ?? [])
        let names = Set(value.members?["properties"]?.members?.keys ?? [:].keys)
        return inner.reduce(into: names) { $0.formUnion(members(in: $1)) }
    }

    /// The texts that a definition lists.
    func values(_ name: String) throws -> Set<String> {
        let definition = try #require(root.members?["$defs"]?.members?[name])
        return Set(try #require(definition.members?["enum"]?.elements).compactMap(\.text))
    }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
        if let bool = schema.bool { return bool }
        let keywords = try #require(schema.members)
        for (keyword, argument) in keywords {
            guard try accepts(value, keyword, argument, keywords) else { return false }
        }
        return true
    }

    private func accepts(
        _ value: JSONValue,
        _ keyword: String,
        _ argument: JSONValue,
        _ keywords: [String: JSONValue]
    ) throws -> Bool {
        let schemas = argument.elements ?? []
        switch keyword {
        case "$schema", "$defs", "title", "description": return true
        case "$ref": return try accepts(value, definition(argument))
        case "type":
            return (schemas.isEmpty ? [argument] : schemas).contains { Self.types(of: value).contains($0.text ?? "") }
        case "enum": return schemas.contains(value)
        case "anyOf": return try schemas.contains { try accepts(value, $0) }
        case "oneOf": return try schemas.filter { try accepts(value, $0) }.count == 1
        case "pattern": return try value.text.map { try $0.contains(Regex(#require(argument.text))) } ?? true
        case "minimum": return try value.integer.map { try $0 >= #require(argument.integer) } ?? true
        case "maximum": return try value.integer.map { try $0 <= #require(argument.integer) } ?? true
        case "minItems": return try value.elements.map { try $0.count >= #require(argument.integer) } ?? true
        case "maxItems": return try value.elements.map { try $0.count <= #require(argument.integer) } ?? true
        case "minProperties": return try value.members.map { try $0.count >= #require(argument.integer) } ?? true
        case "items": return try value.elements?.allSatisfy { try accepts($0, argument) } ?? true
        case "required":
            return value.members.map { members in schemas.allSatisfy { members[$0.text ?? ""] != nil } } ?? true
        case "propertyNames": return try value.members?.keys.allSatisfy { try accepts(.string($0), argument) } ?? true
        case "properties":
            let properties = argument.members ?? [:]
            return try value.members?.allSatisfy { name, member in
                try properties[name].map { try accepts(member, $0) } ?? true
            } ?? true
        case "additionalProperties":
            let properties = keywords["properties"]?.members ?? [:]
            return try value.members?.allSatisfy { name, member in
                try properties[name] != nil || accepts(member, argument)
            } ?? true
        default:
            Issue.record("unknown keyword \(keyword)")
            return false
        }
    }

    private func definition(_ reference: JSONValue) throws -> JSONValue {
        let name = try #require(reference.text).split(separator: "/").last.map(String.init)
        let definitions = try #require(root.members?["$defs"]?.members)
        return try #require(definitions[name ?? ""])
    }

    private static func types(of value: JSONValue) -> [String] {
        switch value {
        case .null: ["null"]
        case .bool: ["boolean"]
        case .number: value.integer == nil ? ["number"] : ["number", "integer"]
        case .string: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }
}
