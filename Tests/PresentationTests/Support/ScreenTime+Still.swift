import AccountFlowTesting
import Domain
import Presentation

extension ScreenTiming {
    /// Time that does not go by, so that it tells nothing of itself, however busy the machine is.
    static var still: ScreenTiming { ScreenTiming(clock: ManualClock(), dates: .constant(.stub)) }
}
