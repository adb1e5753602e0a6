// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The two functions of libcrypt that hashing needs, in the terms of Swift.
package struct CryptLibrary: Sendable {
    /// Makes a setting with a fresh salt for a cost, or nil where the library cannot.
    package let makeSetting: @Sendable (_ cost: UInt) -> String?

    /// Hashes a text without NUL by a setting, or returns nil where the library cannot.
    package let hash: @Sendable (_ text: SecretBytes, _ setting: String) -> String?

    package init(
        makeSetting: @escaping @Sendable (_ cost: UInt) -> String?,
        hash: @escaping @Sendable (_ text: SecretBytes, _ setting: String) -> String?
    ) {
        self.makeSetting = makeSetting
        self.hash = hash
    }

    /// Looks the library up on this system.
    ///
    /// It is not linked, so that a program starts where it is missing, as on Apple platforms, and then says what is
    /// missing. It stays loaded, because other libraries of the process use it as well.
    ///
    /// - Returns: The library, or nil where there is none with these functions.
    package static func find() -> CryptLibrary? {
        for name in ["libcrypt.so.2", "libcrypt.so.1"] {
            guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL),
                let gensalt = dlsym(library, "crypt_gensalt_rn"),
                let crypt = dlsym(library, "crypt_ra")
            else { continue }
            // What dlsym finds has no type; these are the declarations of crypt.h.
            let makeSetting = unsafeBitCast(gensalt, to: GensaltFunction.self)
            let hash = unsafeBitCast(crypt, to: CryptFunction.self)
            return CryptLibrary(
                makeSetting: { cost in
                    // CRYPT_GENSALT_OUTPUT_SIZE of crypt.h. Without random bytes of ours the library takes those of
                    // the system.
                    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 192) { buffer in
                        makeSetting("$y$", cost, nil, 0, buffer.baseAddress, Int32(buffer.count))
                            .map { String(cString: $0) }
                    }
                },
                hash: { text, setting in
                    var data: UnsafeMutableRawPointer?
                    var size: Int32 = 0
                    defer {
                        // What the library worked with is derived from the password.
                        SecretBytes.erase(UnsafeMutableRawBufferPointer(start: data, count: Int(size)))
                        free(data)
                    }
                    return text.withCString { hash($0, setting, &data, &size).map { String(cString: $0) } }
                }
            )
        }
        return nil
    }

    /// The type of `crypt_gensalt_rn`: prefix, count, rbytes, nrbytes, output, output_size.
    private typealias GensaltFunction =
        @Sendable @convention(c) (
            UnsafePointer<CChar>?, UInt, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32
        ) -> UnsafeMutablePointer<CChar>?

    /// The type of `crypt_ra`: phrase, setting, data, size.
    private typealias CryptFunction =
        @Sendable @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            UnsafeMutablePointer<Int32>?
        ) -> UnsafeMutablePointer<CChar>?
}
