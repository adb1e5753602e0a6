extension Double {
    /// The number as a length: what is no positive finite number is 0, so that nothing ever moves by “not a number”.
    var asLength: Double { self > 0 && isFinite ? self : 0 }
}
