import Domain

extension WithdrawAccount {
    /// Deletes an account.
    ///
    /// - Returns: Why it was not deleted; nil where it was.
    func failure(for session: Session, password: Password?) async -> WithdrawAccountError? {
        do throws(WithdrawAccountError) {
            try await self(session, password: password)
            return nil
        } catch {
            return error
        }
    }
}
