/// Why a JSON text does not describe an account API.
public enum APIDescriptionError: Error, Hashable, Sendable {
    /// The text is no JSON.
    case json(JSONError)

    /// There is a member that descriptions do not have; perhaps its name is misspelt.
    case unknownMember(JSONPath)

    /// A member is missing.
    case missingMember(JSONPath)

    /// What is in a member is not what should be there.
    case invalidMember(JSONPath)

    /// Neither the description nor its user says where the server is.
    case noBaseURL
}
