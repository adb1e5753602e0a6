/// What a step of reading and changing came to.
enum Change<Value> {
    /// There is something to be written.
    case made(Value)

    /// All is as it was.
    case none(Value)
}
