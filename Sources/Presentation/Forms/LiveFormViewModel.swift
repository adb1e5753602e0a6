import Domain

/// A screen whose form is a live one, which does for it all that a person does to a form.
@MainActor
protocol LiveFormViewModel: FormViewModel {
    associatedtype Failure: Error & Hashable

    var form: LiveForm<Failure> { get }

    /// Performs the action of the form.
    func performAction() async
}

// What screens that are public answer with has to be public; it is documented where it is asked for.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LiveFormViewModel {
    public func edit(_ field: AccountField, _ text: String) -> Bool { form.edit(field, text) }

    public func leave(_ field: AccountField) { form.leave(field) }

    public func focus(_ field: AccountField?) { form.focus(field) }

    public func reveal(_ field: AccountField, _ isRevealed: Bool) { form.reveal(field, isRevealed) }

    public func pressReturn() async {
        if form.pressReturn() { await performAction() }
    }
}
