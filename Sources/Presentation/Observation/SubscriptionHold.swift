/// Whether a subscription keeps the boxes that it is about.
@usableFromInline
enum SubscriptionHold {
    case strong
    case weak
}
