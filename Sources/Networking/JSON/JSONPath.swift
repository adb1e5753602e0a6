/// The path to a value in nested JSON objects and lists.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// The names of members and the positions in lists, the outermost first; the empty path is the whole value.
    public let names: [String]

    init(_ names: [String]) {
        self.names = names
    }

    /// Creates a path.
    ///
    /// - Parameter names: The names of members, the outermost first; in a list, a name is a position that begins with 0,
    ///   or a filter such as `[?Name=='email']`.
    public init(_ names: String...) {
        self.names = names
    }

    /// Reads a path: names with dots between them, such as `user.token` and `errors.0.code`, or a JSON Pointer
    /// (RFC 6901) such as `/user/access.token`.
    ///
    /// `attributes[?Name=='email'].Value` is in the first element whose member `Name` is the text `email`, as in JMESPath.
    ///
    /// - Parameter text: The path; the result is nil if a name is empty or a filter is invalid.
    public init?(parsing text: String) {
        if text.hasPrefix("/") {
            names = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
                String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
            }
        } else {
            let mayFilter = text.utf8.contains(UInt8(ascii: "["))
            let steps = mayFilter && !text.hasPrefix("[?") ? text.replacing("[?", with: ".[?") : text
            names = steps.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard names.allSatisfy({ !$0.hasPrefix("[?") || ElementFilter($0) != nil }) else { return nil }
        }
        guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    /// The names with dots between them, or a JSON Pointer if a name has a dot or a slash.
    public var description: String {
        guard names.contains(where: { $0.contains(where: { $0 == "." || $0 == "/" }) }) else {
            return names.joined(separator: ".").replacing(".[?", with: "[?")
        }
        return names.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// Whether the name of the value says that it is a number of milliseconds, as in Matrix.
    var isInMilliseconds: Bool { names.last?.hasSuffix("_ms") == true }

    func appending(_ name: String) -> JSONPath { JSONPath(names + [name]) }
}

/// A step of a path to the first element of a list that has a member with a text, such as `[?Name=='email']`.
struct ElementFilter {
    let name: String
    let text: String

    init?(_ step: String) {
        guard let condition = step.text(between: "[?", and: "']"), let equals = condition.firstRange(of: "=='"),
            equals.lowerBound > condition.startIndex
        else { return nil }
        (name, text) = (String(condition[..<equals.lowerBound]), String(condition[equals.upperBound...]))
    }

    /// Returns the position of the first element that passes.
    func position(in elements: [JSONValue]) -> Int? { elements.firstIndex { $0.members?[name]?.text == text } }
}

extension JSONValue {
    /// The value at a path, or nil if an object or a list on the path lacks it.
    public subscript(path: JSONPath) -> JSONValue? {
        var value = self
        for name in path.names {
            let next: JSONValue? =
                switch value {
                case .object(let members): members[name]
                case .array(let elements):
                    (Int(name) ?? ElementFilter(name)?.position(in: elements)).flatMap {
                        elements.indices.contains($0) ? elements[$0] : nil
                    }
                case .null, .bool, .number, .string: nil
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// Returns the first value that `read` accepts at one of several paths.
    func first<Value>(at paths: [JSONPath], _ read: (JSONValue) -> Value?) -> Value? {
        for path in paths {
            if let value = self[path].flatMap(read) { return value }
        }
        return nil
    }
}
