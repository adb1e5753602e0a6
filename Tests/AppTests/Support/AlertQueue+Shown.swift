import Presentation

extension AlertQueue {
    /// Answers the alert that is shown, if any.
    func answer(_ action: AlertAction) async {
        if let alert = state.value { await answer(action, to: alert.id) }
    }
}
