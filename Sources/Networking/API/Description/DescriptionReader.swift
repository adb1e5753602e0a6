/// The mistakes that were found so far.
final class MistakeLog {
    private let document: JSONDocument
    private var noted: Set<APIDescriptionMistake> = []
    private(set) var mistakes: [APIDescriptionMistake]

    init(_ document: JSONDocument) {
        self.document = document
        mistakes = document.duplicateMembers.map { path, location in
            APIDescriptionMistake(location: location, path: path, problem: .duplicateMember(other: nil))
        }
    }

    func note(_ problem: APIDescriptionMistake.Problem, at path: JSONPath) {
        let location =
            switch problem {
            case .unknownMember, .duplicateMember, .fixedName: document.location(ofNameAt: path)
            default: document.location(of: path)
            }
        let mistake = APIDescriptionMistake(location: location, path: path, problem: problem)
        // A step is read for each endpoint that names it.
        if noted.insert(mistake).inserted { mistakes.append(mistake) }
    }

    /// Returns what was read, and notes a mistake if that is nil.
    func read<Value>(_ value: Value?, _ expected: String, at path: @autoclosure () -> JSONPath) -> Value? {
        if value == nil { note(.expected(expected), at: path()) }
        return value
    }

    /// Reads the members of an object.
    func object<Value>(_ value: JSONValue, at path: JSONPath, _ read: (inout DescriptionReader) -> Value) -> Value {
        var reader = DescriptionReader(value, at: path, self)
        defer { reader.finish() }
        return read(&reader)
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

    /// Returns whether a member is missing, or is an object without members.
    func isEmpty(_ name: String) -> Bool { members[name].map { $0.members?.isEmpty == true } ?? true }

    func text(of name: String) -> String? { members[name]?.text }

    func integer(of name: String) -> Int? { members[name]?.integer }

    /// Removes a member and returns its value, or nil if it is missing or invalid; `read` returns nil for the latter.
    mutating func take<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?) -> Value? {
        remove(name).flatMap { log.read(read($0), expected, at: place(of: name)) }
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
        remove(name).map { log.object($0, at: place(of: name), read) }
    }

    /// Removes a member that is a list of objects and of names of others.
    mutating func objects<Value>(
        _ name: String,
        named others: [String: JSONValue],
        in place: String,
        _ read: (inout DescriptionReader) -> Value
    ) -> [Value] {
        let elements = take(name, "a list of objects", \.elements) ?? []
        return elements.enumerated().compactMap { number, element in
            let path = self.place(of: name).appending(String(number))
            guard let text = element.text else { return log.object(element, at: path, read) }
            let other = log.read(others[text], "an object, or a name in “\(place)”", at: path)
            return other.map { log.object($0, at: JSONPath(place, text), read) }
        }
    }

    /// Removes an object whose names are free and whose members are objects, and returns the members that are accepted.
    mutating func objects<Key: Hashable, Value>(
        _ name: String,
        _ key: Expectation<Key>,
        _ read: (inout DescriptionReader) -> Value?
    ) -> [Key: Value]? {
        map(name, key) { [log] in log.object($0, at: $1, read) }
    }

    /// Removes an object whose names are free, and returns the members that are accepted.
    mutating func map<Key: Hashable, Value>(
        _ name: String,
        _ key: Expectation<Key>,
        _ value: Expectation<Value>
    ) -> [Key: Value]? {
        map(name, key) { [log] in log.read(value.read($0), value.expected, at: $1) }
    }

    private mutating func map<Key: Hashable, Value>(
        _ name: String,
        _ key: Expectation<Key>,
        _ read: (JSONValue, JSONPath) -> Value?
    ) -> [Key: Value]? {
        guard let pairs = take(name, "an object", \.members) else { return nil }
        var map: [Key: Value] = [:]
        var names: [Key: String] = [:]
        for (text, member) in pairs.sorted(by: { $0.key < $1.key }) {
            let path = place(of: name).appending(text)
            let readKey = log.read(key.read(.string(text)), key.expected, at: path)
            guard let value = read(member, path), let readKey else { continue }
            if let other = names.updateValue(text, forKey: readKey) {
                log.note(.duplicateMember(other: other), at: path)
            }
            map[readKey] = value
        }
        return map
    }

    /// Removes a list, and returns the elements that are accepted.
    mutating func list<Value>(_ name: String, _ element: Expectation<Value>) -> [Value]? {
        take(name, "a list", \.elements)?.enumerated().compactMap { number, member in
            log.read(element.read(member), element.expected, at: place(of: name).appending(String(number)))
        }
    }

    private mutating func remove(_ name: String) -> JSONValue? {
        known.insert(name)
        return members.removeValue(forKey: name)
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
    static let path = Expectation<JSONPath>("a path such as “user.token”") { value in
        value.text.flatMap { JSONPath(parsing: $0) }
    }

    mutating func path(_ name: String) -> JSONPath? { take(name, Self.path) }

    /// Removes a path, or a list of at least one.
    mutating func paths(_ name: String, or others: String = "") -> [JSONPath]? {
        // A mistake in a list is reported at its element.
        if members[name]?.elements?.isEmpty == false { return list(name, Self.path) }
        return take(name, Self.path.expected + ", or a list of paths" + others) { Self.path.read($0).map { [$0] } }
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
