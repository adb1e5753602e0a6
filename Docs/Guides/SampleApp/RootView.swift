import Presentation
import SwiftUI

/// The screens of the first flow that the view gets, with its alerts.
struct RootView: View {
    @State private var flow: RootFlowViewModel
    @State private var shown = ShownAlert()
    @Environment(\.scenePhase) private var phase

    init(flow: RootFlowViewModel) { self.flow = flow }

    var body: some View {
        let title = shown.alert?.title(in: messages) ?? ""
        // Modifiers of the bare content would begin again with each of its branches.
        ZStack { content }
            .task { await flow.launch() }
            .onChange(of: phase) { if phase == .active { Task { await flow.noticeChanges() } } }
            .onChange(of: flow.alerts.state.value, initial: true) { shown.follow(flow.alerts.state.value) }
            .onChange(of: shown.isShown) { shown.follow(flow.alerts.state.value) }
            .alert(title, isPresented: $shown.isShown, presenting: shown.alert) { alert in
                ForEach(alert.buttons, id: \.self) { button in
                    let roles: [AlertButton.Role: ButtonRole] = [.cancel: .cancel, .destructive: .destructive]
                    Button(messages.title(of: button.name), role: roles[button.role]) {
                        shown.markAnswered()
                        Task { await flow.alerts.answer(button.action, to: alert.id) }
                    }
                }
            } message: { alert in
                Text(alert.message(in: messages))
            }
    }

    @ViewBuilder private var content: some View {
        switch flow.state.value {
        case .restoring: ProgressView()
        case .unavailable(let error):
            VStack {
                Text(messages.message(forUnavailableSession: error))
                ActionButton(name: .retry) { await flow.retry() }
                if flow.state.value.canStartOver { ActionButton(name: .startOver) { flow.askToStartOver() } }
            }
        case .showing(let stack):
            // After a swipe, the stack sets a shorter path, and the flow follows.
            let path = Binding(get: { stack.navigationPath }, set: { @MainActor in flow.goBack(to: $0) })
            NavigationStack(path: path) {
                Screen(route: stack.navigationRoot, flow: flow).id(stack.navigationRoot.screenID)
                    .navigationDestination(for: Route.self) { Screen(route: $0, flow: flow).id($0.screenID) }
            }
        }
    }
}

/// A screen that makes its view model when the flow first shows it, and retains it.
struct Screen: View {
    let route: Route
    let flow: RootFlowViewModel
    @State private var content: AnyView?

    var body: some View {
        VStack { content }
            .onChange(of: flow.state.value.route, initial: true) { _, shown in
                if content == nil, shown == route { content = AnyView(makeContent()) }
            }
    }

    @ViewBuilder private func makeContent() -> some View {
        switch route {
        case .signIn: SignInScreen(model: flow.makeSignInViewModel())
        case .signUp: SignUpScreen(model: flow.makeSignUpViewModel())
        case .passwordReset(let link): PasswordResetScreen(model: flow.makePasswordResetViewModel(with: link))
        case .home(let session): HomeScreen(model: flow.makeHomeViewModel(for: session))
        case .account(let session): AccountScreen(model: flow.makeAccountViewModel(for: session))
        case .challenge(let step, let context): StepScreen(model: flow.makeChallengeViewModel(for: step, context))
        case .start: ActionButton(name: .start) { await flow.makeStartViewModel().start() }
        case .agreement(let session, let terms):
            Text(messages.text(of: Prompt.agreeToTerms))
            ActionButton(name: .signOut) { await flow.makeAgreementViewModel(for: session, to: terms).signOut() }
        case .profile, .totp: Text("The account screen has no buttons for these screens.")
        }
    }
}
