/// The mistakes in the description of an account API.
public struct APIDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mistakes, in the order of their places; at least one.
    public let mistakes: [APIDescriptionMistake]

    /// The mistakes, one on each line.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }

    /// Returns the mistakes as compilers print them: `file:line:column: path: mistake`.
    ///
    /// - Parameter file: The name of the file.
    /// - Returns: One line for each mistake.
    public func lines(of file: String) -> [String] { mistakes.map { "\(file):\($0)" } }
}

/// A mistake in the description of an account API.
public struct APIDescriptionMistake: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a mistake.
    public enum Problem: Hashable, Sendable {
        /// The text is not JSON.
        case json(JSONError)
        /// The member is unknown, perhaps misspelt; the similar member exists, if one is given.
        case unknownMember(similar: String?)
        /// The member is missing.
        case missing
        /// The value is not what the text names.
        case expected(String)
        /// The request can never have a value for the placeholder.
        case unknownPlaceholder(Placeholder)
        /// The request sets this header field itself.
        case overwrittenHeader(HTTPFieldName)
        /// The server may not receive tokens.
        case untrustedServer(String)
    }

    /// The place in the text.
    public let place: TextPlace

    /// The path to the value.
    public let path: JSONPath

    /// The kind of the mistake.
    public let problem: Problem

    init(place: TextPlace, path: JSONPath, problem: Problem) {
        self.place = place
        self.path = path
        self.problem = problem
    }

    /// Creates the mistake of a text that is not JSON.
    init(_ error: JSONError, in bytes: [UInt8]) {
        let offset =
            switch error {
            case .tooLarge, .tooDeep: 0
            case .duplicateMember(let offset), .invalidText(let offset), .invalidSyntax(let offset): offset
            }
        self.init(place: TextPlace(ofByte: offset, in: bytes), path: JSONPath(), problem: .json(error))
    }

    /// The place, the path and the mistake, as compilers print them: `line:column: path: mistake`.
    public var description: String {
        "\(place.line):\(place.column): " + (path.names.isEmpty ? "" : "\(path): ") + message
    }

    /// The mistake in words.
    public var message: String {
        switch problem {
        case .json(.tooLarge(let maximum)): "the file is larger than \(maximum) bytes"
        case .json(.tooDeep(let maximum)): "lists and objects are nested more than \(maximum) times"
        case .json(.duplicateMember): "this member exists already"
        case .json(.invalidText): "this text is not valid Unicode"
        case .json(.invalidSyntax): "this is not JSON"
        case .unknownMember(let similar?): "unknown member; did you mean “\(similar)”?"
        case .unknownMember(nil): "unknown member"
        case .missing: "this member is missing"
        case .expected(let expected): "expected \(expected)"
        case .unknownPlaceholder(let placeholder): "this request never has a value for “\(placeholder)”"
        case .overwrittenHeader(let name): "the request sets the field “\(name)” itself"
        case .untrustedServer(let origin): "\(origin) may not receive tokens; add it to “tokenServers”"
        }
    }
}
