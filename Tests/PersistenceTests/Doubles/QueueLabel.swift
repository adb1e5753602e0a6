import Foundation

/// The label of the queue that runs the current thread; Dispatch has no such function for Swift on Linux.
enum QueueLabel {
    typealias Function = @Sendable @convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>

    /// The function of Dispatch, which returns "" for a thread of the cooperative pool.
    static let function: Function? = {
        #if canImport(Darwin)
        let anyLibrary = UnsafeMutableRawPointer(bitPattern: -2)
        #else
        let anyLibrary: UnsafeMutableRawPointer? = nil
        #endif
        return dlsym(anyLibrary, "dispatch_queue_get_label").map { unsafeBitCast($0, to: Function.self) }
    }()

    static var current: String { function.map { String(cString: $0(nil)) } ?? "" }
}
