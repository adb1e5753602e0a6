/// A function that is called now and then with the finished share of work on a store, from 0 to 1.
///
/// It is called on the thread of the work, which waits for it, so it has to return at once.
public typealias StoreProgress = @Sendable (_ share: Double) -> Void
