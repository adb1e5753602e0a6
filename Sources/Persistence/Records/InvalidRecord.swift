/// A record that stands for nothing that Domain knows.
///
/// Which one and why is not said, because records hold secrets.
struct InvalidRecord: Error {}
