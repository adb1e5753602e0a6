/// Weak references to the objects that could be reached from some values.
@MainActor
struct Witnesses {
    private struct Witness {
        weak var object: AnyObject?
        let name: String
    }

    private var witnesses: [ObjectIdentifier: Witness] = [:]

    /// The number of objects.
    var count: Int { witnesses.count }

    /// The types of the objects that still exist.
    var left: [String] { witnesses.values.filter { $0.object != nil }.map(\.name).sorted() }

    /// Adds every object that can be reached through stored properties; closures and locks hide theirs.
    mutating func add(_ value: Any) {
        if type(of: value) is AnyClass {
            let object = value as AnyObject
            guard witnesses[ObjectIdentifier(object)] == nil else { return }
            witnesses[ObjectIdentifier(object)] = Witness(object: object, name: "\(type(of: value))")
        }
        var mirror: Mirror? = Mirror(reflecting: value)
        while let present = mirror {
            for child in present.children { add(child.value) }
            mirror = present.superclassMirror
        }
    }
}
