import Domain

extension [FieldIssue] {
    /// The issues of each field, in their order.
    var byField: [AccountField: [ValidationIssue]] {
        Dictionary(grouping: self, by: \.field).mapValues { $0.map(\.issue) }
    }
}
