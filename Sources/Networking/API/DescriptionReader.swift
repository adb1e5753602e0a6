import Domain

/// Takes the members out of one object of a description, one by one, until none is left.
struct DescriptionReader {
    private let place: JSONPath
    private var members: [String: JSONValue]

    init(_ value: JSONValue, at place: JSONPath) throws(APIDescriptionError) {
        guard let members = value.members else { throw .invalidMember(place) }
        self.place = place
        self.members = members
    }

    /// Makes sure that every member was taken.
    func finish() throws(APIDescriptionError) {
        // Of several the first by name, so that the same text gives the same error.
        if let name = members.keys.min() { throw .unknownMember(path(name)) }
    }

    func path(_ name: String) -> JSONPath { JSONPath(place.names + [name]) }

    mutating func take(_ name: String) -> JSONValue? { members.removeValue(forKey: name) }

    /// Takes a member, and reads it with a function that gives nil for what should not be there.
    mutating func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(APIDescriptionError) -> Value? {
        guard let member = take(name) else { return nil }
        guard let value = read(member) else { throw .invalidMember(path(name)) }
        return value
    }

    mutating func text(_ name: String) throws(APIDescriptionError) -> String? { try take(name) { $0.text } }

    mutating func truth(_ name: String) throws(APIDescriptionError) -> Bool? { try take(name) { $0.truth } }

    mutating func jsonPath(_ name: String) throws(APIDescriptionError) -> JSONPath? {
        try take(name) { Self.jsonPath($0) }
    }

    mutating func meaning(_ name: String) throws(APIDescriptionError) -> ReplyMeaning? {
        try take(name) { Self.meaning($0) }
    }

    mutating func baseURL(_ plainHTTP: PlainHTTP) throws(APIDescriptionError) -> HTTPURL? {
        guard let text = try text("baseURL") else { return nil }
        do {
            return try HTTPURL(text, plainHTTP: plainHTTP)
        } catch {
            throw .invalidMember(path("baseURL"))
        }
    }

    mutating func authorization(_ name: String) throws(APIDescriptionError) -> Authorization {
        guard let value = take(name) else { return .bearer }
        var reader = try DescriptionReader(value, at: path(name))
        let field = try reader.fieldName("header") ?? .authorization
        let scheme = try reader.take("scheme") { $0.text.flatMap { HTTPGrammar.isToken($0) ? $0 : nil } }
        try reader.finish()
        return Authorization(field: field, scheme: scheme)
    }

    mutating func fieldName(_ name: String) throws(APIDescriptionError) -> HTTPFieldName? {
        guard let text = try text(name) else { return nil }
        do {
            return try HTTPFieldName(text)
        } catch {
            throw .invalidMember(path(name))
        }
    }

    mutating func endpoint(_ name: String, reply: ReplyFormat) throws(APIDescriptionError) -> Endpoint? {
        guard let value = take(name) else { return nil }
        var reader = try DescriptionReader(value, at: path(name))
        let endpoint = Endpoint(
            try reader.method(),
            try reader.endpointPath(),
            fields: try reader.headers(),
            body: try reader.body(),
            token: try reader.token(),
            lifetime: try reader.jsonPath("lifetime"),
            owner: try reader.owner(),
            reply: try reader.reply("reply", over: reply)
        )
        if endpoint.body != nil, !endpoint.method.allowsBody { throw .invalidMember(reader.path("body")) }
        try reader.finish()
        return endpoint
    }

    mutating func reply(_ name: String, over base: ReplyFormat) throws(APIDescriptionError) -> ReplyFormat {
        guard let value = take(name) else { return base }
        var reader = try DescriptionReader(value, at: path(name))
        var reply = base
        if let success = try reader.jsonPath("success") { reply.success = success }
        if let messages = try reader.take("messages", { Self.jsonPaths($0) }) { reply.messages = messages }
        if let fields = try reader.jsonPath("fieldMessages") { reply.fieldMessages = fields }
        if let names = try reader.take("fieldNames", { Self.fieldNames($0) }) { reply.fieldNames = names }
        if let code = try reader.jsonPath("code") { reply.code = code }
        if let codes = try reader.take("codes", { Self.meanings($0) }) { reply.codes = codes }
        if let statuses = try reader.take("statuses", { Self.statuses($0) }) {
            reply.statuses.merge(statuses) { _, own in own }
        }
        if let otherwise = try reader.meaning("otherwise") { reply.otherwise = otherwise }
        if let undecodable = try reader.meaning("undecodable") { reply.undecodable = undecodable }
        try reader.finish()
        return reply
    }

    private mutating func method() throws(APIDescriptionError) -> HTTPMethod {
        guard let text = try text("method") else { throw .missingMember(path("method")) }
        do {
            return try HTTPMethod(text)
        } catch {
            throw .invalidMember(path("method"))
        }
    }

    private mutating func endpointPath() throws(APIDescriptionError) -> String {
        guard let text = try text("path") else { throw .missingMember(path("path")) }
        let filled = Substring(text.replacing("{id}", with: "id"))
        let mark = filled.utf8.firstIndex(of: UInt8(ascii: "?")) ?? filled.endIndex
        guard filled.utf8.first == UInt8(ascii: "/"), URLGrammar.isPath(filled[..<mark]),
            URLGrammar.isQuery(filled[mark...])
        else { throw .invalidMember(path("path")) }
        return text
    }

    private mutating func headers() throws(APIDescriptionError) -> HTTPFields {
        var fields = HTTPFields()
        let members = try take("headers") { $0.members } ?? [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            do {
                guard let text = value.text else { throw APIDescriptionError.invalidMember(path("headers")) }
                let name = try HTTPFieldName(name)
                guard !name.isReserved, text.utf8.allSatisfy({ $0 < 0x80 }) else {
                    throw HTTPRequestError.reservedField(name)
                }
                try fields.append(name, text)
            } catch {
                throw .invalidMember(path("headers"))
            }
        }
        return fields
    }

    private mutating func body() throws(APIDescriptionError) -> BodyTemplate? {
        guard let value = take("body") else { return nil }
        guard value.members != nil, let template = Self.template(value) else { throw .invalidMember(path("body")) }
        return template
    }

    private mutating func token() throws(APIDescriptionError) -> TokenPlace? {
        guard let value = take("token") else { return nil }
        var reader = try DescriptionReader(value, at: path("token"))
        let header = try reader.fieldName("header")
        let json = try reader.jsonPath("json")
        try reader.finish()
        switch (header, json) {
        case (let header?, nil): return .header(header)
        case (nil, let json?): return .json(json)
        case (nil, nil), (.some, .some): throw .invalidMember(path("token"))
        }
    }

    private mutating func owner() throws(APIDescriptionError) -> OwnerPlaces {
        guard let value = take("owner") else { return OwnerPlaces() }
        var reader = try DescriptionReader(value, at: path("owner"))
        let places = OwnerPlaces(
            id: try reader.jsonPath("id"),
            nickname: try reader.jsonPath("nickname"),
            name: try reader.jsonPath("name"),
            email: try reader.jsonPath("email"),
            phone: try reader.jsonPath("phone")
        )
        try reader.finish()
        return places
    }
}
