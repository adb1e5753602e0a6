import Domain
import Presentation
import SwiftUI

/// A field of a form; it shows the text of the form again if the form rejects a new one.
struct FormField<Model: FormViewModel>: View {
    let field: AccountField
    let model: Model
    let form: FormState
    @State private var text = ""

    var body: some View {
        let label = form.label(of: field, in: messages)
        Group {
            if field.isSecret { SecureField(label, text: $text) } else { TextField(label, text: $text) }
        }
        // Without a change of this state, SwiftUI would go on showing a rejected text.
        .onChange(of: text) { _, text in
            if text != model[field], !model.edit(field, text) { self.text = model[field] }
        }
        .onChange(of: form.form[field], initial: true) { _, stored in text = stored }
    }
}
