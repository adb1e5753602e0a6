import Domain

/// The parts of a step, such as a second factor, in a response.
public struct ChallengeFormat: Hashable, Sendable {
    /// The values that the answer repeats, such as a token of the step; they stay in memory.
    public var captures: [Placeholder: ValueLocation] = [:]

    /// The paths to the masked address to which the message was sent.
    public var destination: [JSONPath] = []

    /// The number of characters of a code; nil if it varies.
    public var length: Int?

    /// The lifetime of the code; nil if it is unknown.
    public var lifetime: TokenLifetime?

    /// The time until another message can be requested; nil for a minute.
    public var pause: TokenLifetime?

    /// The paths to the number of further attempts, also after a wrong code.
    public var attemptsLeft: [JSONPath] = []

    /// Creates a format without parts.
    public init() {}
}

extension ResponseKind {
    /// The purpose of the step that the response asks for, or nil if it asks for none.
    var purpose: Challenge.Purpose? {
        switch self {
        case .confirmByLink, .confirmByCode: .addressConfirmation
        case .linkRequired, .codeRequired, .totpRequired: .secondFactor
        default: nil
        }
    }

    /// The error of a code, or nil for another meaning.
    var codeError: ChallengeError? {
        switch self {
        case .expired: .expired
        case .used: .used
        case .tooManyAttempts: .tooManyAttempts
        default: nil
        }
    }

    /// Returns the kind of the step that the response asks for.
    func challengeKind(length: Int?, destination: String?) -> Challenge.Kind {
        switch self {
        case .totpRequired: .totp
        case .confirmByCode, .codeRequired: .code(length: length, destination: destination)
        default: .link(destination: destination)
        }
    }
}

extension ResponseFormat {
    /// The meanings that responses can have.
    var kinds: Set<ResponseKind> { Set(codes.values.map(\.kind) + statuses.values + [otherwise].compactMap(\.self)) }
}
