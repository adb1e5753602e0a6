import Presentation
import SwiftUI

/// The screens of the first flow that the view gets, with its alerts.
struct RootView: View {
    @State var flow: RootFlowViewModel
    @Environment(\.scenePhase) private var phase
    /// The last alert, whose texts stay while it disappears.
    @State private var alert: AlertContent?
    @State private var isAlertShown = false

    var body: some View {
        // Modifiers of the bare content would begin again with each of its branches.
        ZStack { content }
            .task { await flow.launch() }
            .onChange(of: phase) { if phase == .active { Task { await flow.noticeChanges() } } }
            .onChange(of: flow.alerts.state.value, initial: true) { _, shown in
                if let shown { alert = shown }
                isAlertShown = shown != nil
            }
            .alert(alert?.title(in: messages) ?? "", isPresented: $isAlertShown, presenting: alert) { alert in
                ForEach(alert.buttons, id: \.self) { button in
                    let roles: [AlertButton.Role: ButtonRole] = [.cancel: .cancel, .destructive: .destructive]
                    Button(messages.title(of: button.name), role: roles[button.role]) {
                        Task { await flow.alerts.answer(button.action) }
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
                Button(messages.title(of: ButtonName.retry)) { Task { await flow.retry() } }
                if flow.state.value.canStartOver {
                    Button(messages.title(of: ButtonName.startOver)) { flow.askToStartOver() }
                }
            }
        case .showing(let stack):
            // Each screen has its own back button, which tells the view model.
            NavigationStack(path: .constant(stack.presented)) {
                screen(for: stack.root).navigationDestination(for: Route.self) { route in
                    screen(for: route).navigationBarBackButtonHidden()
                }
            }
        }
    }

    @ViewBuilder private func screen(for route: Route) -> some View {
        switch route {
        case .signIn: Screen(route: route, flow: flow) { SignInScreen(model: flow.makeSignInViewModel()) }
        case .signUp: Screen(route: route, flow: flow) { SignUpScreen(model: flow.makeSignUpViewModel()) }
        case .passwordReset(let link):
            Screen(route: route, flow: flow) { PasswordResetScreen(model: flow.makePasswordResetViewModel(with: link)) }
        case .home(let session):
            Screen(route: route, flow: flow) { HomeScreen(model: flow.makeHomeViewModel(for: session)) }
        case .account(let session):
            Screen(route: route, flow: flow) { AccountScreen(model: flow.makeAccountViewModel(for: session)) }
        // The configuration of this app has none of them.
        case .start, .challenge, .agreement, .profile, .totp: EmptyView()
        }
    }
}

/// A screen that makes its view model when the flow first shows it, and retains it.
struct Screen<Content: View>: View {
    let route: Route
    let flow: RootFlowViewModel
    let makeContent: @MainActor () -> Content
    @State private var content: Content?

    var body: some View {
        ZStack { content }
            .onChange(of: flow.state.value.route, initial: true) { _, shown in
                if content == nil, shown == route { content = makeContent() }
            }
    }
}
