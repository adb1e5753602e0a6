/// Which server the command line names, and how it is spoken to.
package struct ServerOption: Equatable, Sendable {
    /// The kinds of API.
    package enum API: Equatable, Sendable {
        /// Sign-in with the token in a header.
        case s0

        /// Sign-up and sign-in with the outcome in the body.
        case s3

        /// What a file describes in JSON.
        case file(String)
    }

    /// The base URL.
    package var url: String

    /// What the server speaks, unless the preset decides it.
    package var api: API?

    package init(url: String, api: API? = nil) {
        self.url = url
        self.api = api
    }
}
