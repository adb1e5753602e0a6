import Domain

/// The format of the body of a request.
public enum BodyEncoding: String, Hashable, Sendable, CaseIterable {
    /// JSON (RFC 8259).
    case json
    /// `application/x-www-form-urlencoded`, by the serializer of the URL standard (WHATWG).
    case form

    /// The media type.
    var contentType: String {
        switch self {
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        }
    }

    /// Returns whether a body can be encoded: a form has texts, numbers, Booleans and lists of them.
    func accepts(_ body: BodyTemplate) -> Bool {
        guard self == .form else { return true }
        guard case .object(let members) = body else { return false }
        return members.values.allSatisfy { member in
            switch member {
            case .text, .constant: true
            case .array(let elements):
                elements.allSatisfy { element in
                    switch element {
                    case .text, .constant: true
                    case .array, .object: false
                    }
                }
            case .object: false
            }
        }
    }

    /// Encodes a body.
    package func bytes(of body: JSONValue) -> [UInt8] {
        switch self {
        case .json: body.bytes
        case .form: Array(Self.form(body).utf8)
        }
    }

    /// Decodes a body; nil if it does not have the format.
    package func body(of bytes: [UInt8]) -> JSONValue? {
        switch self {
        // Whatever is wrong with the text, there is no body.
        case .json: try? JSONValue(reading: bytes)
        case .form: Self.decoded(bytes)
        }
    }

    /// Serializes the members of an object, sorted by name; a list repeats its name, and `null` is left out.
    private static func form(_ body: JSONValue) -> String {
        let members = (body.members ?? [:]).sorted { $0.key < $1.key }
        let pairs = members.flatMap { name, value in
            (value.elements ?? [value]).compactMap { element in
                element.scalar.map { encoded(name) + "=" + encoded($0) }
            }
        }
        return pairs.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.percentEncoded(except: "*-._").replacing("%20", with: "+")
    }

    private static func decoded(_ bytes: [UInt8]) -> JSONValue? {
        var members: [String: JSONValue] = [:]
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decodedText(parts[0]), let value = decodedText(parts.count > 1 ? parts[1] : []) else {
                return nil
            }
            members[name] = .string(value)
        }
        return .object(members)
    }

    private static func decodedText(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                decoded.append(code)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
