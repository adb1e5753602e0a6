/// The mistakes in the description of an account API.
public struct APIDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mistakes, in the order of their locations; at least one.
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
        /// The file is not JSON; the text says why.
        case notJSON(String)
        /// The member exists already, with a name that differs in case only, if one is given.
        case duplicateMember(other: String?)
        /// The member is unknown, perhaps misspelt; the similar member exists, if one is given.
        case unknownMember(similar: String?)
        /// The member is missing.
        case missing
        /// The value is not what the text names.
        case expected(String)
        /// The request never has a value for the placeholder, only for those in the list.
        case unknownPlaceholder(Placeholder, known: [Placeholder])
        /// A path has the form of a placeholder in a text, or the other way round, and would be sent as it is.
        case misplacedPlaceholder(Placeholder, inPath: Bool)
        /// A text without placeholders has the form of one, and would stay as it is.
        case fixedText(String)
        /// A name has the form of a placeholder, and would stay as it is.
        case fixedName(String)
        /// The request sets this header field itself.
        case overwrittenHeader(HTTPFieldName)
        /// The server may not receive tokens.
        case untrustedServer(String)
    }

    /// The location in the text.
    public let location: TextLocation

    /// The path to the value.
    public let path: JSONPath

    /// The kind of the mistake.
    public let problem: Problem

    init(location: TextLocation, path: JSONPath, problem: Problem) {
        self.location = location
        self.path = path
        self.problem = problem
    }

    /// Creates the mistake of a text that is not JSON.
    init(_ mistake: JSONMistake, in bytes: [UInt8]) {
        self.init(
            location: TextLocation(ofByte: mistake.offset, in: bytes),
            path: JSONPath(),
            problem: .notJSON(mistake.message)
        )
    }

    /// The location, the path and the mistake, as compilers print them: `line:column: path: mistake`.
    public var description: String {
        "\(location.line):\(location.column): " + (path.names.isEmpty ? "" : "\(path): ") + message
    }

    /// The mistake in words.
    public var message: String {
        switch problem {
        case .notJSON(let reason): reason
        case .duplicateMember(nil): "this member exists already"
        case .duplicateMember(let other?): "this member exists already, as “\(other)”"
        case .unknownMember(let similar?): "unknown member; did you mean “\(similar)”?"
        case .unknownMember(nil): "unknown member"
        case .missing: "this member is missing"
        case .expected(let expected): "expected \(expected)"
        case .unknownPlaceholder(let placeholder, let known):
            "this request never has a value for “\(placeholder)”, only for: "
                + known.map(\.name).joined(separator: ", ")
        case .misplacedPlaceholder(let placeholder, inPath: true):
            "“$\(placeholder)” would be sent as it is; in a path, write “{\(placeholder)}”"
        case .misplacedPlaceholder(let placeholder, inPath: false):
            "“{\(placeholder)}” would be sent as it is; here, write “$\(placeholder)”"
        case .fixedText(let placeholder): "“\(placeholder)” would stay as it is, because this text has no placeholders"
        case .fixedName(let placeholder): "“\(placeholder)” would stay as it is, because names have no placeholders"
        case .overwrittenHeader(.cookie): "write the cookies of the request in “cookies”, by name"
        case .overwrittenHeader(let name): "the request sets the field “\(name)” itself"
        case .untrustedServer(let origin): "\(origin) may not receive tokens; add it to “tokenServers”"
        }
    }
}
