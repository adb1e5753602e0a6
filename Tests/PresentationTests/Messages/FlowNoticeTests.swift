import AccountFlowTesting
import Domain
import Presentation
import Testing

struct FlowNoticeTests {
    @Test func `a sign-out leaves a notice exactly where something remains`() {
        #expect(FlowNotice(SignOutOutcome.complete) == nil)
        #expect(FlowNotice(SignOutOutcome.sessionRemains(.stub())) == .sessionRemains(.stub()))
    }
}
