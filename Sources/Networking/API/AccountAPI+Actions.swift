import Domain

extension AccountAPI {
    /// The endpoint for an action, or nil where the server offers no such thing.
    subscript(action: AccountAction) -> Endpoint? {
        switch action {
        case .signUp: signUp
        case .signIn: signIn
        case .deleteAccount: deleteAccount
        case .whoAmI: whoAmI
        }
    }

    /// The names that the server has for fields, as far as the bodies of requests and the description say.
    func fieldNames(for endpoint: Endpoint) -> [String: AccountField] {
        (endpoint.body?.fieldNames ?? [:]).merging(endpoint.reply.fieldNames) { _, own in own }
    }
}
