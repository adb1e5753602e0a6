/// The view model of a screen, for an app that treats all screens alike.
@MainActor
package protocol ScreenModel: AnyObject {
    associatedtype State

    var state: ObservedValue<State> { get }

    /// Called whenever the screen appears.
    func appear() async
}

extension ScreenModel {
    package func appear() async {}
}
