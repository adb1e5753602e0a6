public import Domain

/// The header fields of a message, in their order; a name can occur several times.
///
/// They print with their names alone. Two lists are equal when they have the same fields in the same order.
public struct HTTPFields: Hashable, Secret, RandomAccessCollection {
    private var fields: [HTTPField] = []

    /// Creates an empty list.
    public init() {}

    /// Creates a list of fields.
    ///
    /// - Parameter fields: The fields, in their order.
    public init(_ fields: some Sequence<HTTPField>) {
        self.fields = Array(fields)
    }

    /// The place of the first field.
    public var startIndex: Int { fields.startIndex }

    /// The place behind the last field.
    public var endIndex: Int { fields.endIndex }

    /// The field at a place, from ``startIndex`` on and before ``endIndex``; any other traps.
    public subscript(place: Int) -> HTTPField { fields[place] }

    /// The values of all fields of a name, in their order; none where there is no such field.
    ///
    /// They are not joined, because not every field is a list: a date has a comma of its own.
    public subscript(name: HTTPFieldName) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// Adds a field behind those that are there.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    /// - Throws: `HTTPRequestError.invalidFieldValue` where it is outside the grammar of RFC 9110 section 5.5; nothing
    ///   was added then.
    public mutating func append(_ name: HTTPFieldName, _ value: String) throws(HTTPRequestError) {
        fields.append(try HTTPField(name, value))
    }

    /// Makes a field the only one of its name, in the place of the first of them, or at the end if there was none.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    /// - Throws: `HTTPRequestError.invalidFieldValue` where it is outside the grammar of RFC 9110 section 5.5; nothing
    ///   was changed then.
    public mutating func set(_ name: HTTPFieldName, _ value: String) throws(HTTPRequestError) {
        let field = try HTTPField(name, value)
        let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
        fields.removeAll { $0.name == name }
        fields.insert(field, at: place)
    }

    /// Removes all fields of a name; it is no error if there are none.
    ///
    /// - Parameter name: The name.
    public mutating func remove(_ name: HTTPFieldName) {
        fields.removeAll { $0.name == name }
    }

    /// The names, in their order.
    public var description: String { "[" + fields.map(\.name.text).joined(separator: ", ") + "]" }

    /// The names, in their order.
    public var debugDescription: String { description }
}
