import Domain

extension AccountAPI {
    /// Reads the description of an API from JSON, in the format of `Docs/Networking.md`.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text. An unknown member is an error, to detect misspellings.
    ///   - baseURL: The base of the endpoints' paths; nil uses the member `baseURL`.
    ///   - plainHTTP: The hosts for which that member may use `http`.
    /// - Throws: ``APIDescriptionError``.
    public init(
        describedBy bytes: [UInt8],
        baseURL: HTTPURL? = nil,
        plainHTTP: PlainHTTP = .loopbackOnly
    ) throws(APIDescriptionError) {
        let root: JSONValue
        do {
            root = try JSONValue(reading: bytes)
        } catch {
            throw .json(error)
        }
        var reader = try DescriptionReader(root, at: JSONPath())
        let written = try reader.text("baseURL") { text throws(HTTPRequestError) in
            try HTTPURL(text, plainHTTP: plainHTTP)
        }
        guard let baseURL = baseURL ?? written else { throw .noBaseURL }
        let response = try reader.response(over: ResponseFormat())
        self.init(
            baseURL: baseURL,
            signUp: try reader.endpoint("signUp", response),
            signIn: try reader.endpoint("signIn", response),
            deleteAccount: try reader.endpoint("deleteAccount", response),
            whoAmI: try reader.endpoint("whoAmI", response),
            authorization: try reader.authorization(),
            supportsIdempotencyKeys: try reader.take("idempotencyKeys", \.truth) ?? false,
            signsInAfterSignUp: try reader.take("signInAfterSignUp", \.truth) ?? false
        )
        try reader.finish()
    }
}

/// The reason why a JSON text does not describe an account API.
public enum APIDescriptionError: Error, Hashable, Sendable {
    /// The text is not JSON.
    case json(JSONError)
    /// A member is unknown, perhaps misspelt.
    case unknownMember(JSONPath)
    /// A member is missing.
    case missingMember(JSONPath)
    /// A member has an invalid value.
    case invalidMember(JSONPath)
    /// Neither the description nor the caller has a base URL.
    case noBaseURL
}

/// A reader of one object of a description, which removes each member that it reads.
private struct DescriptionReader {
    private let place: JSONPath
    private var members: [String: JSONValue]

    init(_ value: JSONValue, at place: JSONPath) throws(APIDescriptionError) {
        guard let members = value.members else { throw .invalidMember(place) }
        self.place = place
        self.members = members
    }

    /// Throws if a member was not read.
    func finish() throws(APIDescriptionError) {
        // The error names the first member in alphabetical order, so that the same text always gives the same error.
        if let name = members.keys.min() { throw .unknownMember(path(name)) }
    }

    private func path(_ name: String) -> JSONPath { JSONPath(place.names + [name]) }

    /// Removes a member and returns its value; `read` returns nil for an invalid one.
    mutating func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(APIDescriptionError) -> Value? {
        guard let member = members.removeValue(forKey: name) else { return nil }
        guard let value = read(member) else { throw .invalidMember(path(name)) }
        return value
    }

    /// Removes a member that is an object, of which `read` must read all members.
    private mutating func object<Value>(
        _ name: String,
        _ read: (inout DescriptionReader) throws(APIDescriptionError) -> Value
    ) throws(APIDescriptionError) -> Value? {
        guard let member = members.removeValue(forKey: name) else { return nil }
        var reader = try DescriptionReader(member, at: path(name))
        let value = try read(&reader)
        try reader.finish()
        return value
    }

    /// Removes a member that is a text, and returns the value that `make` creates from it.
    mutating func text<Value>(
        _ name: String,
        as make: (String) throws(HTTPRequestError) -> Value
    ) throws(APIDescriptionError) -> Value? {
        guard let text = try take(name, \.text) else { return nil }
        do {
            return try make(text)
        } catch {
            throw .invalidMember(path(name))
        }
    }

    mutating func authorization() throws(APIDescriptionError) -> Authorization {
        try object("authorization") { reader throws(APIDescriptionError) in
            Authorization(
                field: try reader.text("header", as: HTTPFieldName.init) ?? .authorization,
                scheme: try reader.take("scheme") { $0.text.flatMap { HTTPGrammar.isToken($0) ? $0 : nil } }
            )
        } ?? .bearer
    }

    mutating func endpoint(_ name: String, _ base: ResponseFormat) throws(APIDescriptionError) -> Endpoint? {
        try object(name) { reader throws(APIDescriptionError) in
            guard let method = try reader.text("method", as: HTTPMethod.init) else {
                throw .missingMember(reader.path("method"))
            }
            guard let path = try reader.take("path", Self.endpointPath) else {
                throw .missingMember(reader.path("path"))
            }
            let endpoint = Endpoint(
                method,
                path,
                fields: try reader.headers(),
                body: try reader.take("body") { $0.members == nil ? nil : Self.template($0) },
                token: try reader.token(),
                lifetime: try reader.take("lifetime", Self.jsonPath),
                owner: try reader.owner(),
                response: try reader.response(over: base)
            )
            if endpoint.body != nil, !method.allowsBody { throw .invalidMember(reader.path("body")) }
            return endpoint
        }
    }

    mutating func response(over base: ResponseFormat) throws(APIDescriptionError) -> ResponseFormat {
        try object("response") { reader throws(APIDescriptionError) in
            var format = base
            format.success = try reader.take("success", Self.jsonPath) ?? base.success
            format.messages = try reader.take("messages") { Self.all($0.elements, Self.jsonPath) } ?? base.messages
            format.fieldMessages = try reader.take("fieldMessages", Self.jsonPath) ?? base.fieldMessages
            format.fieldNames =
                try reader.take("fieldNames") { Self.all($0.members, Self.raw(AccountField.self)) } ?? base.fieldNames
            format.code = try reader.take("code", Self.jsonPath) ?? base.code
            format.codes = try reader.take("codes") { Self.all($0.members, Self.raw(ResponseKind.self)) } ?? base.codes
            format.statuses.merge(try reader.take("statuses", Self.statuses) ?? [:]) { _, own in own }
            format.otherwise = try reader.take("otherwise", Self.raw(ResponseKind.self)) ?? base.otherwise
            format.undecodable = try reader.take("undecodable", Self.raw(ResponseKind.self)) ?? base.undecodable
            return format
        } ?? base
    }

    private mutating func headers() throws(APIDescriptionError) -> HTTPFields {
        var fields = HTTPFields()
        let members = try take("headers", \.members) ?? [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            do {
                let name = try HTTPFieldName(name)
                guard let text = value.text, !name.isReserved, text.utf8.allSatisfy({ $0 < 0x80 }) else {
                    throw HTTPRequestError.reservedField(name)
                }
                try fields.append(name, text)
            } catch {
                throw .invalidMember(path("headers"))
            }
        }
        return fields
    }

    private mutating func token() throws(APIDescriptionError) -> TokenLocation? {
        let location = try object("token") { reader throws(APIDescriptionError) in
            (try reader.text("header", as: HTTPFieldName.init), try reader.take("json", Self.jsonPath))
        }
        switch location {
        case nil: return nil
        case (let header?, nil)?: return .header(header)
        case (nil, let json?)?: return .json(json)
        case (nil, nil)?, (.some, .some)?: throw .invalidMember(path("token"))
        }
    }

    private mutating func owner() throws(APIDescriptionError) -> [AccountField: JSONPath] {
        try object("owner") { reader throws(APIDescriptionError) in
            var owner: [AccountField: JSONPath] = [:]
            for field in [.id] + Profile.fields.map(\.field) {
                owner[field] = try reader.take(field.rawValue, Self.jsonPath)
            }
            return owner
        } ?? [:]
    }

    /// Reads a path and query, in which `{id}` stands for the account ID.
    private static func endpointPath(_ value: JSONValue) -> String? {
        guard let text = value.text else { return nil }
        let filled = Substring(text.replacing("{id}", with: "id"))
        let mark = filled.utf8.firstIndex(of: UInt8(ascii: "?")) ?? filled.endIndex
        let isValid =
            filled.utf8.first == UInt8(ascii: "/") && URLGrammar.isPath(filled[..<mark])
            && URLGrammar.isQuery(filled[mark...])
        return isValid ? text : nil
    }

    /// Reads a path: one name, or a list of names, the outermost first.
    private static func jsonPath(_ value: JSONValue) -> JSONPath? {
        value.text.map { JSONPath($0) } ?? all(value.elements, \.text).map { JSONPath($0) }
    }

    /// Reads the meanings of statuses such as `409`, or `4xx` for a class.
    private static func statuses(_ value: JSONValue) -> [Int: ResponseKind]? {
        guard let kinds = all(value.members, raw(ResponseKind.self)) else { return nil }
        var statuses: [Int: ResponseKind] = [:]
        for (name, kind) in kinds {
            let digits = name.hasSuffix("xx") ? name.dropLast(2) : name[...]
            guard digits.utf8.allSatisfy(\.isDigit), let number = Int(digits),
                name.hasSuffix("xx") ? (1...9).contains(number) : HTTPStatus(number) != nil
            else { return nil }
            statuses[number] = kind
        }
        return statuses
    }

    /// Reads a body: texts such as `$id` are placeholders, and an initial `$$` stands for `$`.
    private static func template(_ value: JSONValue) -> BodyTemplate? {
        switch value {
        case .object(let members):
            return all(members, template).map { .object($0) }
        case .string(let text) where text.hasPrefix("$$"):
            return .constant(.string(String(text.dropFirst())))
        case .string(let text) where text.hasPrefix("$"):
            return AccountField(rawValue: String(text.dropFirst())).map { .field($0) }
        case .null, .bool, .number, .string, .array:
            return .constant(value)
        }
    }

    /// Reads a text that is the raw value of an enumeration.
    private static func raw<Value: RawRepresentable<String>>(_: Value.Type) -> (JSONValue) -> Value? {
        { $0.text.flatMap(Value.init(rawValue:)) }
    }

    /// Returns the values of a list's elements, or nil if one of them is invalid.
    private static func all<Value>(_ elements: [JSONValue]?, _ read: (JSONValue) -> Value?) -> [Value]? {
        let values = elements?.compactMap(read)
        return values?.count == elements?.count ? values : nil
    }

    /// Returns the values of an object's members, or nil if one of them is invalid.
    private static func all<Value>(_ members: [String: JSONValue]?, _ read: (JSONValue) -> Value?) -> [String: Value]? {
        let values = members?.compactMapValues(read)
        return values?.count == members?.count ? values : nil
    }
}
