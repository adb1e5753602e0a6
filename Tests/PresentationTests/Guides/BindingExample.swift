import Domain
import Presentation

/// Updates a sign-in screen as long as the binding exists.
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
        subscriptions.append(model.state.map(\.canSubmit).observe { enableAction($0) })
    }
}
