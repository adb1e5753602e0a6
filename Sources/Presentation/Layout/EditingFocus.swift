public import Domain

/// The rule that a tap outside the fields ends editing.
///
/// ```
/// ┌────────────────┐
/// │     ·(1)       │   (1) ends editing: the keyboard hides, and the form returns
/// │ [ID      (2) ] │   (2) is the business of the field
/// │ [Password    ] │
/// │   ⟨Sign in⟩(3) │   (3) ends editing, and is a tap on the button all the same
/// └────────────────┘
/// ```
public struct EditingFocus: Hashable, Sendable {
    /// The field that has the keyboard, or nil where none has.
    public let field: AccountField?

    /// Where the fields are, measured from one corner.
    public let frames: [AccountField: LayoutRect]

    /// Creates the state of the focus.
    ///
    /// - Parameters:
    ///   - field: The field that has the keyboard, or nil where none has.
    ///   - frames: Where the fields are as they are shown now, measured from one corner.
    public init(field: AccountField?, frames: [AccountField: LayoutRect]) {
        self.field = field
        self.frames = frames
    }

    /// Says whether a tap ends editing, which it does wherever it is outside of all fields.
    ///
    /// The view passes the tap on in either case: it may have been one on a button.
    ///
    /// - Parameter point: Where the tap was, measured from the same corner as the fields.
    /// - Returns: True where a field is focused and the point is in none of them.
    public func isEnded(byTapAt point: LayoutPoint) -> Bool {
        field != nil && !frames.values.contains { $0.contains(point) }
    }
}
