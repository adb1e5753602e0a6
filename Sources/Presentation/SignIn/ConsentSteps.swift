public import Domain

/// What a sign-in screen does about terms: finds out what is missing, and stores what was agreed to.
public struct ConsentSteps: Sendable {
    let review: ReviewTerms
    let agree: AgreeToTerms

    /// Collects the steps.
    ///
    /// - Parameters:
    ///   - review: Finds out which terms are still to be agreed to.
    ///   - agree: Stores what was agreed to, once somebody is signed in.
    public init(review: ReviewTerms, agree: AgreeToTerms) {
        self.review = review
        self.agree = agree
    }
}
