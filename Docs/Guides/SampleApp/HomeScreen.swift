import Presentation
import SwiftUI

struct HomeScreen: View {
    let model: HomeViewModel
    var body: some View {
        let state = model.state.value
        List {
            if let name = state.name {
                Text(messages.greeting(to: name))
                ActionButton(name: .account) { model.openAccount() }
            }
            ActionButton(name: state.action) { await model.performAction() }
        }
        .disabled(!state.canAct)
        .navigationTitle(messages.title(of: ScreenName.main))
    }
}
