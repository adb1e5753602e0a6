public import Domain

/// Keeps passwords as yescrypt hashes, made by the libcrypt of the system.
///
/// A password is hashed in Unicode Normalization Form C, so that it does not depend on the keyboard, and in full: what
/// libcrypt would cut is refused. One hash is made at a time, on a queue apart from the threads that run tasks.
/// Where the system has no libcrypt with yescrypt, every call throws `.failed(.hashingUnavailable)`.
public struct YescryptHasher: PasswordHasher {
    /// What a hash costs; each step up doubles time and memory.
    public enum Cost: Hashable, Sendable, CaseIterable {
        /// Cost 7: 64 MiB of memory.
        case standard

        /// Cost 8: 128 MiB of memory.
        case high

        /// Cost 1: 1 MiB of memory, for tests only.
        case minimal

        var parameter: UInt {
            switch self {
            case .standard: 7
            case .high: 8
            case .minimal: 1
            }
        }
    }

    /// The largest size of a password in UTF-8 octets after normalisation.
    public static let maximumOctets = 511

    /// What the hashes cost that this hasher makes; it compares with those of cost 1 and of any cost from 5 to 9.
    public let cost: Cost

    private let worker: CryptWorker

    /// Creates a hasher.
    ///
    /// - Parameter cost: What each hash is to cost.
    public init(cost: Cost) {
        self.init(cost: cost, library: CryptLibrary.find())
    }

    package init(cost: Cost, library: CryptLibrary?) {
        self.cost = cost
        worker = CryptWorker(library: library)
    }

    /// Makes a credential with a fresh salt.
    ///
    /// - Parameter password: At most ``maximumOctets`` octets without NUL.
    /// - Returns: A credential that says how it was made.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyOctets`;
    ///   `.failed` with `.hashingUnavailable` or `.cancelled`.
    public func hash(_ password: Password) async throws(PasswordHashingError) -> Credential {
        let text = try Self.normalised(password)
        return Credential(try await worker.hash(text, cost: cost.parameter).text)
    }

    /// Compares a password with a credential, in a time that does not depend on where they differ.
    ///
    /// - Parameters:
    ///   - password: At most ``maximumOctets`` octets without NUL.
    ///   - credential: The credential of the account.
    /// - Returns: Whether the credential was made of that password.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyOctets`;
    ///   `.failed` with `.corruptCredential`, `.hashingUnavailable` or `.cancelled`.
    public func verify(
        _ password: Password,
        against credential: Credential
    ) async throws(PasswordHashingError) -> Bool {
        let text = try Self.normalised(password)
        guard let stored = YescryptString(credential.revealed) else { throw .failed(.corruptCredential) }
        return try await worker.hash(text, by: stored).equals(stored)
    }

    private static func normalised(_ password: Password) throws(PasswordHashingError) -> String {
        let text = password.revealed
        // Normalisation takes time in proportion to the text and makes it at most three times shorter, so what is far
        // too long is refused before.
        let octets = text.utf8.count
        guard octets <= 4 * maximumOctets else { throw tooManyOctets(octets) }
        for (offset, scalar) in text.unicodeScalars.enumerated() where scalar == "\0" {
            throw .unacceptable(.containsControlCharacter(at: offset))
        }
        let normalised = text.nfc
        guard normalised.utf8.count <= maximumOctets else { throw tooManyOctets(normalised.utf8.count) }
        return normalised
    }

    private static func tooManyOctets(_ actual: Int) -> PasswordHashingError {
        .unacceptable(.tooManyOctets(maximum: maximumOctets, actual: actual))
    }
}
