import Domain
import Presentation
import SwiftUI

extension FormViewModel {
    /// Returns a binding to the text of a field; it keeps the previous text if the form rejects a new one.
    func text(of field: AccountField) -> Binding<String> {
        Binding(get: { @MainActor in self[field] }, set: { @MainActor text in self.edit(field, text) })
    }
}

extension SubmissionPhase {
    /// Returns the message about a submission; nil if there is none.
    func message(for failure: (Failure) -> String) -> String? {
        switch self {
        case .idle, .submitting, .done: nil
        case .failed(let error): failure(error)
        case .notice(let notice): messages.message(for: notice)
        }
    }
}
