import Domain
import Presentation

/// Keeps a sign-in screen up to date for as long as somebody keeps this.
@MainActor
final class SignInBinding {
    private var subscriptions: [ObservationToken] = []

    init(
        _ model: SignInViewModel,
        messages: any MessageCatalog,
        showHint: @escaping @MainActor (AccountField, String?) -> Void,
        enableAction: @escaping @MainActor (Bool) -> Void
    ) {
        let form = model.state.map(\.form)
        for field in form.value.fields {
            let hint = form.map { $0.hint(for: field, in: messages) }
            subscriptions.append(hint.observe { showHint(field, $0) })
        }
        subscriptions.append(model.state.map(\.canSubmit).observe(enableAction))
    }
}
