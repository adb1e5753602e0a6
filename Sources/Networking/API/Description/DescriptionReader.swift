/// The mistakes that were found so far.
final class MistakeLog {
    private let document: JSONDocument
    private(set) var mistakes: [APIDescriptionMistake] = []

    init(_ document: JSONDocument) {
        self.document = document
    }

    func note(_ problem: APIDescriptionMistake.Problem, at path: JSONPath) {
        let place =
            switch problem {
            case .unknownMember: document.place(ofNameAt: path)
            default: document.place(of: path)
            }
        mistakes.append(APIDescriptionMistake(place: place, path: path, problem: problem))
    }
}

/// A reader of a value, and the words for the values that it accepts.
struct Expectation<Value>: Sendable {
    let expected: String

    /// Returns nil for a value that is not accepted.
    let read: @Sendable (JSONValue) -> Value?

    init(_ expected: String, _ read: @escaping @Sendable (JSONValue) -> Value?) {
        self.expected = expected
        self.read = read
    }
}

/// A reader of one object of a description, which removes each member that it reads and notes every mistake.
struct DescriptionReader {
    let place: JSONPath
    let log: MistakeLog
    private var members: [String: JSONValue]

    /// The names of the members that were asked for.
    private var known: Set<String> = []

    /// Creates a reader; a value that is not an object counts as an empty one.
    init(_ value: JSONValue, at place: JSONPath, _ log: MistakeLog) {
        self.place = place
        self.log = log
        members = value.members ?? [:]
        if value.members == nil { log.note(.expected("an object"), at: place) }
    }

    /// Notes the members that were not read.
    func finish() {
        for name in members.keys.sorted() {
            log.note(.unknownMember(similar: similar(to: name)), at: place(of: name))
        }
    }

    /// Returns the path to a member.
    func place(of name: String) -> JSONPath { place.appending(name) }

    func has(_ name: String) -> Bool { members[name] != nil }

    func text(of name: String) -> String? { members[name]?.text }

    /// Removes a member and returns its value, or nil if it is missing or invalid; `read` returns nil for the latter.
    mutating func take<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?) -> Value? {
        known.insert(name)
        guard let member = members.removeValue(forKey: name) else { return nil }
        let value = read(member)
        if value == nil { log.note(.expected(expected), at: place(of: name)) }
        return value
    }

    /// Removes a member and returns its value, or nil if it is missing or invalid.
    mutating func take<Value>(_ name: String, _ expectation: Expectation<Value>) -> Value? {
        take(name, expectation.expected, expectation.read)
    }

    /// Removes a member that the description needs.
    mutating func need<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?) -> Value? {
        if !has(name) { log.note(.missing, at: place(of: name)) }
        return take(name, expected, read)
    }

    /// Removes a member that is an object, of which `read` reads the members.
    mutating func object<Value>(_ name: String, _ read: (inout DescriptionReader) -> Value) -> Value? {
        known.insert(name)
        guard let member = members.removeValue(forKey: name) else { return nil }
        var reader = DescriptionReader(member, at: place(of: name), log)
        let value = read(&reader)
        reader.finish()
        return value
    }

    /// Removes a member that is a list of objects.
    mutating func objects<Value>(_ name: String, _ read: (inout DescriptionReader) -> Value) -> [Value] {
        let elements = take(name, "a list of objects", \.elements) ?? []
        return elements.enumerated().map { number, element in
            var reader = DescriptionReader(element, at: place(of: name).appending(String(number)), log)
            let value = read(&reader)
            reader.finish()
            return value
        }
    }

    /// Removes an object whose names are free, and returns the members that are accepted.
    mutating func map<Key: Hashable, Value>(
        _ name: String,
        _ key: Expectation<Key>,
        _ value: Expectation<Value>
    ) -> [Key: Value]? {
        guard let pairs = take(name, "an object", \.members) else { return nil }
        var map: [Key: Value] = [:]
        for (text, member) in pairs {
            let path = place(of: name).appending(text)
            let (readKey, readValue) = (key.read(.string(text)), value.read(member))
            if readKey == nil { log.note(.expected(key.expected), at: path) }
            if readValue == nil { log.note(.expected(value.expected), at: path) }
            if let readKey, let readValue { map[readKey] = readValue }
        }
        return map
    }

    /// Removes a list, and returns the elements that are accepted.
    mutating func list<Value>(_ name: String, _ element: Expectation<Value>) -> [Value]? {
        take(name, "a list", \.elements)?.enumerated().compactMap { number, member in
            let value = element.read(member)
            if value == nil { log.note(.expected(element.expected), at: place(of: name).appending(String(number))) }
            return value
        }
    }

    /// Returns the member of which a name may be a misspelling: the nearest one, unless more than half differs.
    private func similar(to name: String) -> String? {
        let distances = known.map { ($0.lowercased().difference(from: name.lowercased()).count, $0) }
        guard let (distance, nearest) = distances.min(by: <), distance <= nearest.count / 2 else { return nil }
        return nearest
    }
}

// MARK: Values

extension DescriptionReader {
    mutating func path(_ name: String) -> JSONPath? {
        take(name, "a path such as “user.token”") { $0.text.flatMap { JSONPath(parsing: $0) } }
    }

    mutating func paths(_ name: String) -> [JSONPath]? {
        take(name, "a path such as “user.token”, or a list of paths", Self.paths)
    }

    /// Reads one path, or a list of at least one.
    static func paths(_ value: JSONValue) -> [JSONPath]? {
        let texts = value.text.map { [$0] } ?? value.elements?.compactMap(\.text)
        let paths = texts?.compactMap { JSONPath(parsing: $0) }
        return paths?.isEmpty != false || paths?.count != (value.elements?.count ?? 1) ? nil : paths
    }

    /// The raw values of an enumeration.
    static func value<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        of _: Value.Type
    ) -> Expectation<Value> {
        Expectation("one of " + Value.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")) { value in
            value.text.flatMap(Value.init(rawValue:))
        }
    }
}
