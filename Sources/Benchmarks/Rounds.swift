/// What was measured in rounds, by its names.
///
/// Every round has all of them, so that a disturbance of the machine is shared by those that are compared.
struct Rounds<Name: Hashable, Sample> {
    private var samples: [Name: [Sample]] = [:]

    /// The samples of one name in their order; the first round warms up and does not count.
    subscript(name: Name) -> [Sample] { Array(samples[name, default: []].dropFirst()) }

    mutating func add(_ name: Name, _ sample: Sample) {
        samples[name, default: []].append(sample)
    }
}
