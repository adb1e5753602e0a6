import Domain

/// What the flow knows of one of the screens that stand one over the other.
struct FlowLevel {
    /// Which view model the flow listens to.
    let visit: Int

    /// Ends the view model, because the screen is shown no more.
    var retire: @MainActor () -> Void = {}

    /// Tells the view model that what covered its screen is gone.
    var uncover: @MainActor () -> Void = {}

    /// Tells the view model who is signed in.
    var tell: @MainActor (Session?) -> Void = { _ in }
}
