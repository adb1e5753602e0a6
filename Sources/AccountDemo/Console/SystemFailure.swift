/// A call to the system that failed.
struct SystemFailure: Error, Hashable {
    /// The value of `errno`.
    let code: Int32
}
