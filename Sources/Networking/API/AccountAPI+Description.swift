extension AccountAPI {
    /// Reads the description of an API from JSON; `Docs/Networking.md` says what it looks like.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text. A member that descriptions do not have is an error, so that a misspelt one does not
    ///     go unnoticed.
    ///   - baseURL: Where the paths of the endpoints begin; nil takes the member `baseURL`.
    ///   - plainHTTP: Where that member may say `http`.
    /// - Throws: `APIDescriptionError.json` where the text is no JSON; `.unknownMember`, `.missingMember` or
    ///   `.invalidMember` with the place of what is wrong; `.noBaseURL` where neither says where the server is.
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
        let written = try reader.baseURL(plainHTTP)
        guard let baseURL = baseURL ?? written else { throw .noBaseURL }
        let reply = try reader.reply("reply", over: ReplyFormat())
        self.init(
            baseURL: baseURL,
            signUp: try reader.endpoint("signUp", reply: reply),
            signIn: try reader.endpoint("signIn", reply: reply),
            deleteAccount: try reader.endpoint("deleteAccount", reply: reply),
            whoAmI: try reader.endpoint("whoAmI", reply: reply),
            authorization: try reader.authorization("authorization"),
            takesIdempotencyKeys: try reader.truth("idempotencyKeys") ?? false,
            signsInAfterSignUp: try reader.truth("signInAfterSignUp") ?? false
        )
        try reader.finish()
    }
}
