public import Domain

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keeps passwords as hashes by the best means that the system has.
///
/// That is yescrypt by the libcrypt of the system, crypt(5), which is looked up when the hasher is made, and
/// PBKDF2-HMAC-SHA-256 (RFC 8018 section 5.2) where there is none, as on Apple platforms. Hashes of either kind are
/// compared, whichever is made. A password is hashed in Unicode Normalization Form C, so that it does not depend on the
/// keyboard, and in full: what would be cut is refused. Hashes are made on a queue apart from the threads that run
/// tasks, at most two at once and never more than there are processors; where 64 calls are waiting, the next one is
/// told `.busy`.
public struct LocalPasswordHasher: PasswordHasher {
    /// What the hashes cost that this hasher makes; it compares with those of other costs too.
    public let cost: HashingCost

    /// Whether a refusal does the work of both algorithms, whichever the credential is of.
    public let concealsAlgorithms: Bool

    /// Nil where the system has no libcrypt that knows yescrypt.
    private let yescrypt: YescryptScheme?
    private let pbkdf2: PBKDF2Scheme
    private let queue: HashingQueue

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: What each hash is to cost.
    ///   - concealsAlgorithms: Whether a refusal does the work of both algorithms, whichever the credential is of. It
    ///     is for accounts that come from a system without yescrypt to one that has it: otherwise the time of a refusal
    ///     tells which IDs have a PBKDF2 credential. Each refusal takes the time of both then, and so does each right
    ///     password of such an ID.
    public init(cost: HashingCost, concealsAlgorithms: Bool = false) {
        self.init(cost: cost, library: CryptLibrary.find(), concealsAlgorithms: concealsAlgorithms)
    }

    package init(
        cost: HashingCost,
        library: CryptLibrary?,
        width: Int = Self.width,
        concealsAlgorithms: Bool = false,
        derivation: @escaping PBKDF2Scheme.Derivation = PBKDF2.key
    ) {
        self.cost = cost
        self.concealsAlgorithms = concealsAlgorithms
        // Asking for a setting is the way to learn whether a libcrypt knows yescrypt: some do not.
        yescrypt = library.flatMap { library in
            library.makeSetting(cost.yescrypt).map { _ in YescryptScheme(library: library, cost: cost.yescrypt) }
        }
        pbkdf2 = PBKDF2Scheme(iterations: cost.iterations, derivation: derivation)
        queue = HashingQueue(width: width)
    }

    /// How many hashes are made at once: each takes its memory, and more than two at a time help nobody.
    package static var width: Int { min(2, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Makes a credential with a fresh salt.
    ///
    /// - Parameter password: At most `Password.maximumOctets` octets without NUL.
    /// - Returns: A credential that says how it was made.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyOctets`;
    ///   `.failed` with `.busy`, `.hashingUnavailable` or `.cancelled`.
    public func hash(_ password: Password) async throws(PasswordHashingError) -> Credential {
        let octets = try Self.octets(of: password)
        return try await queue.run { [yescrypt, pbkdf2] () throws(PasswordHashingError) in
            if let yescrypt { return try yescrypt.hash(octets) }
            return try pbkdf2.hash(octets)
        }
    }

    /// Compares a password with a credential, in a time that does not depend on where they differ.
    ///
    /// A refusal takes no less time than one by a credential of the present cost and the same algorithm, or of either
    /// where ``concealsAlgorithms`` says so.
    ///
    /// - Parameters:
    ///   - password: At most `Password.maximumOctets` octets without NUL.
    ///   - credential: The credential of the account.
    /// - Returns: Whether the credential was made of that password.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyOctets`;
    ///   `.failed` with `.corruptCredential`, `.busy`, `.hashingUnavailable` or `.cancelled`.
    public func verify(
        _ password: Password,
        against credential: Credential
    ) async throws(PasswordHashingError) -> Bool {
        let octets = try Self.octets(of: password)
        guard let stored = StoredHash(credential) else { throw .failed(.corruptCredential) }
        return try await queue.run { [yescrypt, pbkdf2, concealsAlgorithms] () throws(PasswordHashingError) in
            switch stored {
            case .pbkdf2(let stored):
                // In the order of every other refusal: the other one was measured to take up to a fortieth longer.
                if concealsAlgorithms { _ = try yescrypt?.hash(octets) }
                if try pbkdf2.verify(octets, against: stored) { return true }
            case .yescrypt(let stored):
                guard let yescrypt else { throw .failed(.hashingUnavailable) }
                if try yescrypt.verify(octets, against: stored) { return true }
                if concealsAlgorithms { _ = try pbkdf2.hash(octets) }
            }
            return false
        }
    }

    /// Does the work of a comparison that fails, where there is no credential to compare with.
    ///
    /// - Parameter password: At most `Password.maximumOctets` octets without NUL.
    /// - Throws: `PasswordHashingError.unacceptable` with `.containsControlCharacter` or `.tooManyOctets`;
    ///   `.failed` with `.busy`, `.hashingUnavailable` or `.cancelled`.
    public func refuse(_ password: Password) async throws(PasswordHashingError) {
        let octets = try Self.octets(of: password)
        try await queue.run { [yescrypt, pbkdf2, concealsAlgorithms] () throws(PasswordHashingError) in
            if let yescrypt { _ = try yescrypt.hash(octets) }
            if concealsAlgorithms || yescrypt == nil { _ = try pbkdf2.hash(octets) }
        }
    }

    /// Tells whether a credential costs less than those that are made now, or is of the weaker algorithm.
    ///
    /// - Parameter credential: The credential of an account.
    /// - Returns: Whether its owner's next sign-in is to replace it.
    public func isOutdated(_ credential: Credential) -> Bool {
        switch StoredHash(credential) {
        case .yescrypt(let stored): yescrypt.map { stored.cost < $0.cost } ?? false
        case .pbkdf2(let stored): yescrypt != nil || stored.iterations < pbkdf2.iterations
        case nil: false
        }
    }

    /// A credential that was recognised, before anything is done with it.
    private enum StoredHash {
        case yescrypt(YescryptString)
        case pbkdf2(PBKDF2String)

        init?(_ credential: Credential) {
            if let stored = YescryptString(credential.revealed) {
                self = .yescrypt(stored)
            } else if let stored = PBKDF2String(credential.revealed) {
                self = .pbkdf2(stored)
            } else {
                return nil
            }
        }
    }

    private static func octets(of password: Password) throws(PasswordHashingError) -> SecretBytes {
        let text = password.revealed
        // Normalisation takes time in proportion to the text and makes it at most three times shorter, so what is far
        // too long is refused before.
        let octets = text.utf8.count
        guard octets <= 4 * Password.maximumOctets else { throw tooManyOctets(octets) }
        for (offset, scalar) in text.unicodeScalars.enumerated() where scalar == "\0" {
            throw .unacceptable(.containsControlCharacter(at: offset))
        }
        let normalised = text.nfc
        guard normalised.utf8.count <= Password.maximumOctets else { throw tooManyOctets(normalised.utf8.count) }
        return SecretBytes(normalised)
    }

    private static func tooManyOctets(_ actual: Int) -> PasswordHashingError {
        .unacceptable(.tooManyOctets(maximum: Password.maximumOctets, actual: actual))
    }
}
