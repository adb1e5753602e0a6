import Domain

/// What a body says is wrong with fields, in one of the forms that servers have for it.
enum FieldMessages {
    /// Reads an object of field → message or messages, or a list of objects that name a field each.
    ///
    /// - Returns: The first message of each field, ordered by the names that the server has for them.
    static func read(_ value: JSONValue) -> [(name: String, message: ServerMessage)] {
        if let members = value.members {
            return members.sorted { $0.key < $1.key }.compactMap { name, value in
                (value.text ?? value.elements?.lazy.compactMap(\.text).first).map { (name, ServerMessage($0)) }
            }
        }
        return (value.elements ?? []).compactMap { element in
            if let text = element.text { return ("", ServerMessage(text)) }
            let message = element.members?["detail"]?.text ?? element.members?["message"]?.text
            guard let message else { return nil }
            // A pointer leads through the body by slashes (RFC 6901); its last step is the field.
            let pointer = element.members?["pointer"]?.text?.split(separator: "/").last.map(String.init)
            let name = element.members?["field"]?.text ?? element.members?["name"]?.text ?? pointer ?? ""
            return (name, ServerMessage(message))
        }
    }
}
