import AccountFlowTesting
import Domain
import Persistence
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct GoingBackTests {
    @Test(
        arguments: [
            (RouteStack(.start), .start, []),
            (RouteStack(.start, presenting: [.signIn]), .start, [.signIn]),
            (RouteStack(.signIn, presenting: [.signUp]), .signIn, [.signUp]),
            (RouteStack(.signIn, presenting: [.home(.stub())]), .home(.stub()), []),
            (
                RouteStack(.signIn, presenting: [.home(.stub()), .account(.stub()), .profile(.stub())]),
                .home(.stub()), [.account(.stub()), .profile(.stub())]
            ),
            (RouteStack(.home(nil), presenting: [.signIn]), .home(nil), [.signIn]),
            (RouteStack(.signIn, presenting: [.agreement(.stub(), [])]), .agreement(.stub(), []), []),
        ] as [(RouteStack, Route, [Route])]
    )
    func `the path of a navigation stack has the screens that the user can leave by going back`(
        stack: RouteStack,
        root: Route,
        path: [Route]
    ) {
        #expect(stack.navigationRoot == root)
        #expect(stack.navigationPath == path)
    }

    @Test func `two main screens are one screen, and every other route is a screen of its own`() {
        #expect(Route.home(nil).screenID == Route.home(.stub()).screenID)
        #expect(Route.home(nil).screenID != Route.signIn.screenID)
        #expect(Route.account(.stub()).screenID != Route.account(.stub(id: .stub("other"))).screenID)
    }

    @Test func `the flow follows a navigation stack that has popped screens`() async {
        let flow = RootFlowViewModel.stub(sessions: InMemorySessionRepository(.stub()))
        await flow.makeStartViewModel().start()
        #expect(flow.state.value == .at(.start, .home(.stub())))
        flow.makeHomeViewModel(for: .stub()).openAccount()
        let account = flow.makeAccountViewModel(for: .stub())
        account.edit(.currentPassword, "secret")

        flow.goBack(to: [.account(.stub())])
        #expect(flow.state.value == .at(.start, .home(.stub()), .account(.stub())))
        flow.goBack(to: [])
        #expect(flow.state.value == .at(.start, .home(.stub())))
        #expect(account[.currentPassword] == "")
        flow.goBack(to: [])
        #expect(flow.state.value == .at(.start, .home(.stub())))
    }
}
