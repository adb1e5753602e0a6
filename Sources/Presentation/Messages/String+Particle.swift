extension String {
    /// The word with a Korean particle behind it.
    func with(_ particle: Particle) -> String { self + particle.form(after: self) }
}
