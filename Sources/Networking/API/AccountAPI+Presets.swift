import Domain

extension AccountAPI {
    /// A server to sign in to, with the token in the header (S0.3).
    ///
    /// `POST /account` with `{"id", "password"}`; any status of the 200s is success, and the token is in the field
    /// `accessToken`.
    ///
    /// - Parameter baseURL: Where `/account` is.
    /// - Returns: The description.
    public static func s0(at baseURL: HTTPURL) -> AccountAPI {
        AccountAPI(
            baseURL: baseURL,
            signIn: Endpoint(
                .post,
                "/account",
                body: ["id": .id, "password": .password],
                token: .header(.accessToken)
            )
        )
    }

    /// A server to sign up to, whose replies are `{status, success, message}` (S3.1–S3.3).
    ///
    /// The rows name no paths: `POST /sign-up` and `POST /sign-in`, and `DELETE` and `GET /account` with a bearer
    /// token. The token of a sign-in is in `data.token`; a sign-up brings none, and the person signs in afterwards
    /// (S3.4).
    ///
    /// - Parameter baseURL: Where the paths begin.
    /// - Returns: The description.
    public static func s3(at baseURL: HTTPURL) -> AccountAPI {
        // 200 leaves it to the body, 400 and 500 are the two errors, and whatever else there is is a path error.
        var reply = ReplyFormat(
            success: JSONPath("success"),
            messages: [JSONPath("message")],
            fieldMessages: nil,
            code: nil,
            statuses: [200: .bodyDecides, 400: .pathError, 500: .serverError],
            otherwise: .pathError,
            undecodable: .pathError
        )
        let signUp = Endpoint(
            .post,
            "/sign-up",
            body: [
                "id": .id, "password": .password, "name": .field(.name), "email": .field(.email),
                "phone": .field(.phone),
            ],
            reply: reply
        )
        let signIn = Endpoint(
            .post,
            "/sign-in",
            body: ["id": .id, "password": .password],
            token: .json(JSONPath("data", "token")),
            reply: reply
        )
        reply.statuses[401] = .tokenRefused
        return AccountAPI(
            baseURL: baseURL,
            signUp: signUp,
            signIn: signIn,
            deleteAccount: Endpoint(.delete, "/account", reply: reply),
            whoAmI: Endpoint(
                .get,
                "/account",
                owner: OwnerPlaces(id: JSONPath("data", "id"), name: JSONPath("data", "name")),
                reply: reply
            )
        )
    }
}
