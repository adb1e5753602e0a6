import Domain
import Presentation
import AccountFlowTesting

extension ScreenTime {
    /// Time that does not go by, so that it tells nothing of itself, however busy the machine is.
    static var still: ScreenTime { ScreenTime(clock: ManualClock(), dates: .constant(.stub)) }
}
