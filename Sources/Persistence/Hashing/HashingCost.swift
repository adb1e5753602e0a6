/// What a password hash costs whoever makes or guesses it.
public enum HashingCost: Hashable, Sendable, CaseIterable {
    /// yescrypt at cost 7 of crypt(5), which takes 64 MiB of memory; where there is no yescrypt, 600,000 iterations of
    /// PBKDF2, as OWASP's cheat sheet on password storage asks for HMAC-SHA-256.
    case standard

    /// Twice as much: yescrypt at cost 8, which takes 128 MiB, or 1,200,000 iterations.
    case high

    /// Next to nothing, for tests only: yescrypt at cost 1, or 1,000 iterations.
    case minimal

    /// The cost as crypt(5) counts it: each step up doubles time and memory.
    var yescrypt: UInt {
        switch self {
        case .standard: 7
        case .high: 8
        case .minimal: 1
        }
    }

    /// How often PBKDF2 hashes.
    var iterations: Int {
        switch self {
        case .standard: 600_000
        case .high: 1_200_000
        case .minimal: 1_000
        }
    }
}
