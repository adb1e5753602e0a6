extension ObservedValue where Value: Sendable {
    /// The present value and every change after it, as a sequence that ends when the box goes.
    ///
    /// The observation begins when this is read, and ends with the loop over the sequence, the task of the loop or the
    /// sequence itself. No change is lost, as none is to an observer: what has not been read yet waits, without a
    /// limit, so a reader has to keep up in the long run. It does not keep the box. Of a pair, the sequence ends when
    /// both boxes have gone.
    ///
    /// Every reading of this property gives a sequence of its own, for one reader.
    public var values: AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .unbounded)
        // The box alone holds the observer, and the observer alone holds this.
        let ending = Ending { continuation.finish() }
        let slot = SubscriptionSlot(
            subscribe(.weak) { value in
                withExtendedLifetime(ending) { _ = continuation.yield(value) }
            }
        )
        continuation.onTermination = { _ in slot.clear() }
        return stream
    }
}
