import Domain

/// The view model of a screen of the flow.
@MainActor
protocol FlowScreen: ScreenModel {
    /// Ends the screen permanently, when it is no longer shown.
    func dismiss()

    /// Called before the user leaves the screen without its `cancel()`.
    func willBePopped()

    /// Called when the screen over this one was dismissed.
    func didReappear()

    /// Called when the app has started over without a store that could not be read.
    func didStartOver()

    /// Called with the session of the user when it changes.
    func sessionDidChange(_ session: Session?)
}

extension FlowScreen {
    func willBePopped() {}

    func didReappear() {}

    func didStartOver() {}

    func sessionDidChange(_ session: Session?) {}
}
