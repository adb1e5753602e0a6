/// Where a URL may say `http`, so that what is sent can be read on its way.
public enum PlainHTTP: Hashable, Sendable, CaseIterable {
    /// Only to this machine: `localhost`, `127.0.0.0/8` and `::1`.
    case loopbackOnly

    /// To any host.
    case anywhere
}
