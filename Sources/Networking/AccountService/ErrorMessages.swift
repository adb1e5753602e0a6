public import Domain

/// The messages in the body of a rejection.
///
/// These formats are read without configuration: problem details (RFC 9457) with `errors`, OAuth 2, JSON:API, Matrix,
/// and those of Django REST framework, FastAPI, Spring, NestJS, ASP.NET, Laravel, zod, Strapi, PocketBase and Firebase.
///
/// Messages about fields are an object of field → message or messages, which may be nested; a list of objects with a
/// field and a message; or a list of texts that begin with the name of the field.
public struct ErrorMessages {
    /// The paths to a message in the common formats.
    public static let commonMessages = paths(
        "detail",
        "message",
        "error_description",
        "errorMessage",
        "error.message",
        "msg",
        "message.0",
        "error",
        "title",
        "detail.reason",
        "non_field_errors",
        "formErrors.0",
        "error.formErrors.0"
    )

    /// The paths to messages about fields in the common formats.
    public static let commonFieldMessages = paths(
        "errors",
        "detail",
        "issues",
        "error.details.errors",
        "error.issues",
        "fieldErrors",
        "error.fieldErrors",
        "data",
        "message"
    )

    /// The paths to a code in the common formats.
    public static let commonCodes = paths(
        "code",
        "type",
        "error_code",
        "errcode",
        "error",
        "__type",
        "detail.code",
        "detail",
        "error.message",
        "error.code",
        "message",
        "errors.0.code",
        "0.code"
    )

    /// The message about the whole request; empty if there is none.
    public private(set) var message = ServerMessage.none

    /// The messages about fields, in the order of the server's text or of the server's names.
    public private(set) var fieldMessages: [AccountField: [ServerMessage]] = [:]

    /// The name of messages about no field in Django REST framework.
    private static let noField = "non_field_errors"

    private static func paths(_ texts: String...) -> [JSONPath] { texts.compactMap { JSONPath(parsing: $0) } }

    /// A message, the server's name of the field, which is empty for no field, and the code or else the name.
    private typealias Message = (name: String, code: String, text: String)

    /// Reads the messages of a body.
    ///
    /// - Parameters:
    ///   - body: Any body.
    ///   - format: The paths to messages, and the meanings of codes.
    ///   - fieldNames: The form fields by the server's names; the names of the fields themselves count too.
    package init(_ body: JSONValue, format: ResponseFormat, fieldNames: [String: AccountField]) {
        func field(_ name: String) -> AccountField? {
            // ASP.NET begins the names of fields with an upper-case letter.
            let lowered = name.prefix(1).lowercased() + name.dropFirst()
            return fieldNames[name] ?? AccountField(rawValue: name) ?? fieldNames[lowered]
                ?? AccountField(rawValue: lowered)
        }
        var others: [ServerMessage] = []
        func add(_ messages: [Message]) {
            for (name, code, text) in messages where !text.isEmpty {
                let message = ServerMessage(text)
                let known = field(name) ?? format.meaning(of: code)?.field ?? field(String(text.prefix { $0 != " " }))
                if let known {
                    if fieldMessages[known]?.contains(message) != true {
                        fieldMessages[known, default: []].append(message)
                    }
                } else {
                    let prefix = name.isEmpty || name == Self.noField ? "" : name + ": "
                    others.append(ServerMessage(prefix + text))
                }
            }
        }
        for path in format.fieldMessages { add(body[path].map(Self.messages) ?? []) }
        if !format.fieldMessages.isEmpty {
            // Django REST framework has the names of fields at the top.
            let top = (body.members ?? [:]).filter { field($0.key) != nil || $0.key == Self.noField }
            // ASP.NET has a list of messages at the top.
            add(Self.messages(body.elements == nil ? .object(top) : body))
        }
        if fieldMessages.isEmpty, others.isEmpty, !format.fieldMessages.isEmpty {
            add(Self.messages(.object((body.members ?? [:]).filter { $0.value.elements != nil })))
        }
        for field in format.meanings(inRejection: body).compactMap(\.field) where fieldMessages[field] == nil {
            fieldMessages[field] = []
        }
        message =
            body.first(at: format.messages) { $0.text.map { ServerMessage($0) }.flatMap { $0 == .none ? nil : $0 } }
            ?? others.first ?? .none
    }

    /// Returns all messages of a value.
    private static func messages(_ value: JSONValue) -> [Message] {
        switch value {
        case .object(let members):
            return members.sorted { $0.key < $1.key }.flatMap { name, value -> [Message] in
                let texts = texts(value)
                return texts.isEmpty ? messages(value) : texts.map { (name, name, $0) }
            }
        case .array(let elements):
            return elements.flatMap { element in
                texts(element).map { (fieldName(element), element[JSONPath("code")]?.code ?? "", $0) }
            }
        case .null, .bool, .number, .string: return []
        }
    }

    /// Returns the codes of messages: the members `code`, and the names of members without them.
    static func codes(in body: JSONValue, at paths: [JSONPath]) -> [String] {
        let lists = (body.members ?? [:]).filter { $0.value.elements != nil }
        return (paths.compactMap { body[$0] } + [body.elements == nil ? .object(lists) : body]).flatMap(codes)
    }

    private static func codes(_ value: JSONValue) -> [String] {
        switch value {
        case .object(let members):
            if let code = members["code"]?.code { return [code] }
            return members.sorted { $0.key < $1.key }.flatMap { [$0] + codes($1) }
        case .array(let elements): return elements.compactMap { $0[JSONPath("code")]?.code }
        case .null, .bool, .number, .string: return []
        }
    }

    /// Returns a text, those of a list, or the message of an object.
    private static func texts(_ value: JSONValue) -> [String] {
        if let elements = value.elements { return elements.flatMap(texts) }
        let names = ["detail", "message", "reason", "msg", "defaultMessage", "description", "title"]
        return (value.text ?? value.first(at: names.map { JSONPath($0) }, \.text)).map { [$0] } ?? []
    }

    /// Returns the name of the field that an object is about; empty for none.
    private static func fieldName(_ value: JSONValue) -> String {
        let name = value.first(at: ["field", "name", "param", "path"].map { JSONPath($0) }, \.text)
        // The last name of a JSON Pointer (RFC 6901), of a location or of a path is the field; a number is a position.
        let pointer = value.first(at: [JSONPath("pointer"), JSONPath("source", "pointer")], \.text)
        let steps = value.first(at: [JSONPath("loc"), JSONPath("path")], \.elements)
        let names = pointer?.split(separator: "/").map(String.init) ?? steps?.compactMap(\.text) ?? []
        return names.last { Int($0) == nil } ?? name ?? ""
    }
}
