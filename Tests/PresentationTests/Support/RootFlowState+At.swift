import Presentation

extension RootFlowState {
    /// The screens that are shown, from the bottom up.
    static func at(_ root: Route, _ covers: Route...) -> RootFlowState {
        .showing(RouteStack(root, presenting: covers))
    }
}
