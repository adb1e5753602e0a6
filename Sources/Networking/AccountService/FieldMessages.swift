import Domain

/// What a body says is wrong with fields, in one of the forms that servers have for it.
enum FieldMessages {
    /// Reads an object of field → message or messages, perhaps in objects of its own, or a list of objects that name a
    /// field each.
    ///
    /// - Returns: The first message of each field, ordered by the names that the server has for them.
    static func read(_ value: JSONValue) -> [(name: String, message: ServerMessage)] {
        if let members = value.members {
            return members.sorted { $0.key < $1.key }.flatMap { name, value in
                message(value).map { [(name, $0)] } ?? read(value)
            }
        }
        return (value.elements ?? []).compactMap { element in message(element).map { (name(element), $0) } }
    }

    /// A text, the first of a list, or what an object has for a message.
    private static func message(_ value: JSONValue) -> ServerMessage? {
        if let elements = value.elements { return elements.lazy.compactMap(message).first }
        let names = ["detail", "message", "reason", "msg", "defaultMessage"]
        let text = value.text ?? names.lazy.compactMap { value.members?[$0]?.text }.first
        return text.map { ServerMessage($0) }
    }

    /// The name of the field that an object is about; empty where it has none.
    private static func name(_ value: JSONValue) -> String {
        let name = ["field", "name", "param", "path"].lazy.compactMap { value.members?[$0]?.text }.first
        // A pointer leads through the body by slashes (RFC 6901), and a location step by step; the last is the field.
        let pointer = value.members?["pointer"]?.text?.split(separator: "/").last.map(String.init)
        return name ?? pointer ?? value.members?["loc"]?.elements?.last?.text ?? ""
    }
}
