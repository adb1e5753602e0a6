import Foundation

/// Does what waits for the system on a thread of its own, where it holds up no task.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    // Not one that throws: behind such a one, an optimised build would go on away from the actor of the caller.
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}
