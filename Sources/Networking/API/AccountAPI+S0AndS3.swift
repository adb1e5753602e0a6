import Domain

extension AccountAPI {
    /// The sign-in server of S0, with the token in a header field (S0.3).
    ///
    /// `POST /account` with `{"id", "password"}`. Any 2xx status is success; the token is in the field `accessToken`.
    ///
    /// - Parameter baseURL: The base of the path.
    /// - Returns: The description.
    public static func s0(at baseURL: HTTPURL) -> AccountAPI {
        AccountAPI(
            baseURL: baseURL,
            [
                .signIn: Endpoint(
                    .post,
                    "/account",
                    body: ["id": .id, "password": .password],
                    token: .header(.accessToken)
                )
            ]
        )
    }

    /// The sign-up server of S3, whose responses are `{status, success, message}` (S3.1–S3.3).
    ///
    /// The requirements name no paths, so these are chosen: `POST /sign-up` and `POST /sign-in`, and `DELETE` and
    /// `GET /account` with a bearer token. A sign-in returns the token in `data.token`. A sign-up returns none, and the
    /// user signs in afterwards (S3.4).
    ///
    /// - Parameter baseURL: The base of the paths.
    /// - Returns: The description.
    public static func s3(at baseURL: HTTPURL) -> AccountAPI {
        // For 200 the body decides, 400 and 500 are the two errors, and every other status is a path error.
        var format = ResponseFormat()
        format.success = JSONPath("success")
        format.messages = [JSONPath("message")]
        (format.fieldMessages, format.code) = ([], [])
        format.statuses = [200: .bodyDecides, 400: .pathError, 500: .serverError]
        (format.otherwise, format.undecodable) = (.pathError, .pathError)
        let signUp = Endpoint(
            .post,
            "/sign-up",
            body: [
                "id": .id, "password": .password, "name": .field(.name), "email": .field(.email),
                "phone": .field(.phone),
            ],
            response: format
        )
        let signIn = Endpoint(
            .post,
            "/sign-in",
            body: ["id": .id, "password": .password],
            token: .json([JSONPath("data", "token")]),
            response: format
        )
        format.statuses[401] = .tokenRefused
        let whoAmI = Endpoint(
            .get,
            "/account",
            owner: [.id: JSONPath("data", "id"), .name: JSONPath("data", "name")],
            response: format
        )
        return AccountAPI(
            baseURL: baseURL,
            [
                .signUp: signUp, .signIn: signIn, .deleteAccount: Endpoint(.delete, "/account", response: format),
                .whoAmI: whoAmI,
            ]
        )
    }
}
