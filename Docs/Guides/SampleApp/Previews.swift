import App
import Presentation
import SwiftUI

/// The screens in Xcode, with values in memory; the first preview is the whole app.
struct Previews: PreviewProvider {
    static var previews: some View {
        RootView(flow: flow)
        SignInScreen(model: flow.makeSignInViewModel())
        SignUpScreen(model: flow.makeSignUpViewModel())
        PasswordResetScreen(model: flow.makePasswordResetViewModel(with: nil))
    }

    private static var flow: RootFlowViewModel { AppComposition(.accounts).makeRootFlow() }
}
