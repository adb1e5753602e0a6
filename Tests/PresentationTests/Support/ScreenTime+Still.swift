import AccountFlowTesting
import Domain
import Presentation

extension ScreenTime {
    /// Time that does not go by, so that it tells nothing of itself, however busy the machine is.
    static var still: ScreenTime { ScreenTime(clock: ManualClock(), dates: .constant(.stub)) }
}
