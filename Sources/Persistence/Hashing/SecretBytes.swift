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
    private nonisolated(unsafe) let start: UnsafeMutableRawPointer
    private let count: Int

    /// Copies the UTF-8 octets of a text, and a NUL behind them.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        var text = text
        count = text.utf8.count
        start = UnsafeMutableRawPointer.allocate(byteCount: count + 1, alignment: 1)
        text.withUTF8 { octets in
            UnsafeMutableRawBufferPointer(start: start, count: octets.count).copyBytes(from: octets)
        }
        start.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    }

    deinit {
        Self.erase(UnsafeMutableRawBufferPointer(start: start, count: count + 1))
        start.deallocate()
    }

    /// Lends the octets, without the NUL behind them.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Lends the octets as C spells a text.
    package func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        start.withMemoryRebound(to: CChar.self, capacity: count + 1) { body($0) }
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
