extension Duration {
    /// The duration as a number of seconds.
    var seconds: Double { self / .seconds(1) }
}
