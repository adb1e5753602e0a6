import Domain

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The octets of a password, overwritten as soon as nobody needs them any more.
///
/// The `String` that they were copied from cannot be overwritten: Swift shares and copies strings as it likes.
package final class SecretBytes: Secret {
    // Written before the initialiser returns and after the last reference is gone, and only read in between, so that
    // no two threads ever meet in it.
    private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

    /// Copies the UTF-8 octets of a text, and a NUL behind them.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        var text = text
        storage = text.withUTF8 { octets in
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: octets.count + 1, alignment: 1)
            copy.copyBytes(from: octets)
            copy[octets.count] = 0
            return copy
        }
    }

    deinit {
        Self.erase(storage)
        storage.deallocate()
    }

    /// Lends the octets, without the NUL behind them.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage).dropLast()))
    }

    /// Lends the octets as C spells a text.
    package func withCString<Value>(_ body: (UnsafePointer<CChar>?) -> Value) -> Value {
        storage.withMemoryRebound(to: CChar.self) { body($0.baseAddress.map { UnsafePointer($0) }) }
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
