import Domain

extension DeleteAccount {
    /// Deletes an account.
    ///
    /// - Returns: Why it was not deleted; nil where it was.
    func failure(for session: Session, password: Password?) async -> DeleteAccountError? {
        do throws(DeleteAccountError) {
            try await self(session, password: password)
            return nil
        } catch {
            return error
        }
    }
}
