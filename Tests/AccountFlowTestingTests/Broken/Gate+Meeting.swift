import AccountFlowTesting

extension Gate {
    /// Waits until a second one has come, so that two are sure to be at work at once.
    func meeting() async {
        open()
        await pass()
        await arrival(of: 2)
    }
}
