import Observation

/// The box of the toolchain.
@Observable
final class ObservableModel {
    var value = 1
}
