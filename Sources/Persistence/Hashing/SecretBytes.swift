import Domain
import Synchronization

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The bytes of a password, overwritten as soon as nobody needs them any more.
///
/// The `String` that they were copied from cannot be overwritten: Swift shares and copies strings as it likes.
package final class SecretBytes: Secret {
    /// The bytes and a NUL behind them, in an array that nobody else ever holds: one that is shared would be copied to
    /// be overwritten.
    private let bytes: Mutex<[UInt8]>

    /// Copies the UTF-8 bytes of a text, and a NUL behind them.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        let count = text.utf8.count
        bytes = Mutex(
            [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, initializedCount in
                _ = buffer.initialize(fromContentsOf: text.utf8)
                buffer.initializeElement(at: count, to: 0)
                initializedCount = count + 1
            }
        )
    }

    deinit {
        bytes.withLock { bytes in bytes.withUnsafeMutableBytes(Self.erase) }
    }

    /// Lends the bytes, without the NUL behind them.
    package func withBytes<Value: Sendable>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        bytes.withLock { bytes in
            bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
        }
    }

    /// Lends the bytes as C spells a text.
    package func withCString<Value: Sendable>(_ body: (UnsafePointer<CChar>?) -> Value) -> Value {
        bytes.withLock { bytes in
            bytes.withUnsafeBytes { $0.withMemoryRebound(to: CChar.self) { body($0.baseAddress) } }
        }
    }

    /// Writes zeros that the compiler does not leave out although nobody reads them.
    package static func erase(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        #if canImport(Darwin)
        memset_s(start, bytes.count, 0, bytes.count)
        #else
        explicit_bzero(start, bytes.count)
        #endif
    }
}
