public import Domain

/// The focus of a form; a tap outside the fields ends editing.
///
/// ```
/// ┌────────────────┐
/// │     ·(1)       │   (1) ends editing: the keyboard hides, and the form returns
/// │ [ID      (2) ] │   (2) is handled by the field
/// │ [Password    ] │
/// │   ⟨Sign in⟩(3) │   (3) ends editing, and presses the button as well
/// └────────────────┘
/// ```
public struct EditingFocus: Hashable, Sendable {
    /// The field that has the keyboard, if any.
    public let field: AccountField?

    /// The frames of the fields, measured from one corner.
    public let frames: [AccountField: LayoutRect]

    /// Creates the focus.
    ///
    /// - Parameters:
    ///   - field: The field that has the keyboard, if any.
    ///   - frames: The current frames of the fields, measured from one corner.
    public init(field: AccountField?, frames: [AccountField: LayoutRect]) {
        self.field = field
        self.frames = frames
    }

    /// Returns whether a tap ends editing; the view handles the tap in either case, because it may hit a button.
    ///
    /// - Parameter point: The point of the tap, measured from the same corner as the fields.
    /// - Returns: Whether a field has the focus and no field contains the point.
    public func isEnded(byTapAt point: LayoutPoint) -> Bool {
        field != nil && !frames.values.contains { $0.contains(point) }
    }
}
