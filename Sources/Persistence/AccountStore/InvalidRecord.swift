/// A record that stands for nothing that Domain knows.
///
/// Which one and why is not said, because records hold secrets.
package struct InvalidRecord: Error {}
