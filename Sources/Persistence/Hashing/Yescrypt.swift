import CAccountFlowSystem
import Domain

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The two functions of libcrypt that hashing uses, with Swift types.
package struct CryptLibrary: Sendable {
    /// Returns a setting with a new salt for a cost, or nil if the library fails.
    package let makeSetting: @Sendable (_ cost: UInt) -> String?

    /// Hashes a text without NUL with a setting, or returns nil if the library fails.
    package let hash: @Sendable (_ text: SecretBytes, _ setting: String) -> String?

    package init(
        makeSetting: @escaping @Sendable (_ cost: UInt) -> String?,
        hash: @escaping @Sendable (_ text: SecretBytes, _ setting: String) -> String?
    ) {
        self.makeSetting = makeSetting
        self.hash = hash
    }

    /// Loads the library of this system, or returns nil if it has none with these functions.
    package static func find() -> CryptLibrary? {
        var found = csystem_libcrypt()
        guard csystem_load_libcrypt(&found) else { return nil }
        let library = found
        return CryptLibrary(
            makeSetting: { cost in
                // CRYPT_GENSALT_OUTPUT_SIZE of crypt.h. Without random bytes, the library uses those of the system.
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: 192) { buffer in
                    library.crypt_gensalt_rn("$y$", cost, nil, 0, buffer.baseAddress, Int32(buffer.count))
                        .map { String(cString: $0) }
                }
            },
            hash: { text, setting in
                var data: UnsafeMutableRawPointer?
                var size: Int32 = 0
                defer {
                    // The working memory of the library is derived from the password.
                    SecretBytes.erase(UnsafeMutableRawBufferPointer(start: data, count: Int(size)))
                    free(data)
                }
                return text.withCString { library.crypt_ra($0, setting, &data, &size).map { String(cString: $0) } }
            }
        )
    }
}

/// yescrypt at one cost, with the libcrypt of the system.
struct YescryptScheme: Sendable {
    let library: CryptLibrary
    let cost: UInt

    /// Hashes a password with a new salt.
    func hash(_ password: SecretBytes) throws(PasswordHashingError) -> PasswordHash {
        PasswordHash(try hash(password, cost: cost).text)
    }

    /// Compares a password with a stored hash.
    ///
    /// A rejection by a hash of a lower cost is extended to the current cost, because a quick rejection would reveal an
    /// old account. Each cost doubles the time of the previous one: 5, again 5, and 6 together take the time of 7.
    func verify(_ password: SecretBytes, against stored: YescryptString) throws(PasswordHashingError) -> Bool {
        if try run(password, stored.text).equals(stored) { return true }
        if stored.cost < cost {
            for missing in stored.cost..<cost { _ = try hash(password, cost: missing) }
        }
        return false
    }

    /// Returns the hash of no password, or nil if the library fails.
    func makeDecoy() -> PasswordHash? {
        library.makeSetting(cost).map {
            PasswordHash($0 + "$" + String(repeating: ".", count: YescryptString.hashCount))
        }
    }

    private func hash(_ password: SecretBytes, cost: UInt) throws(PasswordHashingError) -> YescryptString {
        guard let setting = library.makeSetting(cost) else { throw .unavailable }
        return try run(password, setting)
    }

    /// Hashes a password; libcrypt does not report why it failed, but the password is never the reason.
    private func run(_ password: SecretBytes, _ setting: String) throws(PasswordHashingError) -> YescryptString {
        guard let hash = library.hash(password, setting).flatMap({ YescryptString($0, isMade: true) }) else {
            throw .unavailable
        }
        return hash
    }
}

/// A yescrypt hash in the format of crypt(5) that is safe to pass to libcrypt.
///
/// libcrypt accepts many other settings, including weak ones such as DES, and ones that take minutes or gigabytes. This
/// type rejects all of them.
struct YescryptString: Hashable, Sendable {
    /// The complete string: parameters, salt and hash.
    let text: String

    /// The cost of the parameters; each step doubles time and memory.
    let cost: UInt

    /// The parameters of the costs that are compared: 5 to 9, and 1 for tests.
    private static let comparable: [String: UInt] = ["j75": 1, "j9T": 5, "jAT": 6, "jBT": 7, "jCT": 8, "jDT": 9]

    /// The parameters of the costs that only extend a rejection.
    private static let passing: [String: UInt] = ["j85": 2, "j7T": 3, "j8T": 4]

    private static let saltCount = 22
    static let hashCount = 43

    /// Parses `$y$`, known parameters, `$`, 22 characters of salt, `$` and 43 characters of hash; the costs of
    /// extensions are valid only for new hashes.
    init?(_ text: String, isMade: Bool = false) {
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5,
            parts[0].isEmpty,
            parts[1].elementsEqual("y".utf8),
            case let parameters = String(decoding: parts[2], as: UTF8.self),
            let cost = Self.comparable[parameters] ?? (isMade ? Self.passing[parameters] : nil),
            parts[3].count == Self.saltCount,
            parts[4].count == Self.hashCount,
            parts[3...].joined().allSatisfy(Self.isDigit)
        else { return nil }
        self.text = text
        self.cost = cost
    }

    /// Returns whether the texts are equal, in a time that does not depend on where they differ.
    func equals(_ other: YescryptString) -> Bool {
        ConstantTime.areEqual(Array(text.utf8), Array(other.text.utf8))
    }

    /// Returns whether a byte is one of the 64 digits of crypt.
    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            false
        }
    }
}
