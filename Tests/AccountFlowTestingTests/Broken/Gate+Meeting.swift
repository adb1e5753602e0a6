import AccountFlowTesting

extension Gate {
    /// Waits for a second caller, so that two callers continue simultaneously.
    func meeting() async {
        open()
        await pass()
        await arrival(of: 2)
    }
}
