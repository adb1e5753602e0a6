import Presentation
import SwiftUI

/// A step before a session, such as a second factor, which a server can require.
struct StepScreen: View {
    let model: ChallengeViewModel
    var body: some View {
        let state = model.state.value
        let failure = { messages.message(for: $0, of: state.challenge) }
        FormScreen(name: .challenge, model: model, submission: state.submission, failure: failure) {
            Text(messages.message(for: state.challenge))
            ActionButton(name: .submitCode, isEnabled: state.canSubmit) { await model.submit() }
            ActionButton(name: .resendCode, isEnabled: state.canResend) { await model.resend() }
        }
        .navigationBarBackButtonHidden(state.phase == .submitting)
    }
}
