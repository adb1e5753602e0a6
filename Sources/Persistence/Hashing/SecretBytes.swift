import CAccountFlowSystem
import Domain
import Synchronization

/// The bytes of a password, which are overwritten when this object is released.
///
/// The original `String` cannot be overwritten, because Swift shares and copies strings.
package final class SecretBytes: Secret {
    /// The bytes and a NUL, in an array that is never shared, because overwriting a shared array would copy it.
    private let bytes: Mutex<[UInt8]>

    /// Copies the UTF-8 bytes of a text, and adds a NUL.
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

    /// Calls a function with the bytes, without the NUL.
    package func withBytes<Value: Sendable>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        bytes.withLock { bytes in
            bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
        }
    }

    /// Calls a function with the bytes as a C string.
    package func withCString<Value: Sendable>(_ body: (UnsafePointer<CChar>?) -> Value) -> Value {
        bytes.withLock { bytes in
            bytes.withUnsafeBytes { $0.withMemoryRebound(to: CChar.self) { body($0.baseAddress) } }
        }
    }

    /// Overwrites bytes with zeros; the compiler does not remove this.
    package static func erase(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        csystem_erase(start, UInt(bytes.count))
    }
}
