import App
import Domain
import Presentation
import SwiftUI

/// The screens in Xcode, with values in memory; the first preview is the whole app.
struct Previews: PreviewProvider {
    static var previews: some View {
        RootView(flow: flow)
        SignInScreen(model: flow.makeSignInViewModel())
        SignUpScreen(model: flow.makeSignUpViewModel())
        PasswordResetScreen(model: flow.makePasswordResetViewModel(with: nil))
        if let session {
            HomeScreen(model: flow.makeHomeViewModel(for: session))
            AccountScreen(model: flow.makeAccountViewModel(for: session))
        }
    }

    private static var flow: RootFlowViewModel { AppComposition(.accounts).makeRootFlow() }

    private static var session: Session? {
        // The ID is valid.
        guard let kim = try? AccountID("kim") else { return nil }
        let (id, tokens) = (SessionID(.random), TokenSet(AccessToken("token")))
        return Session(id: id, accountID: kim, profile: Profile(), tokens: tokens, startedAt: .now, isRemembered: false)
    }
}
