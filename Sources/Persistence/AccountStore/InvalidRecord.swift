/// The error for bytes that are damaged, are from a newer version, or have a value that Domain rejects.
///
/// It contains none of the bytes, because records contain secrets.
package struct InvalidRecord: Error {
    /// The newer version that wrote the bytes, or nil for damage.
    var newerVersion: Int?
}
