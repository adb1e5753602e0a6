extension Duration {
    /// The time in seconds, rounded up, so that nobody is told to come too early.
    var wholeSeconds: Int64 {
        components.attoseconds > 0 && components.seconds < .max ? components.seconds + 1 : components.seconds
    }
}
