internal import CAccountFlowPostgreSQL

/// libpq, loaded at run time.
///
/// The library is not linked, so a program without it starts and reports that it is missing.
package struct PostgreSQLLibrary: Sendable {
    /// The library of this system, or nil if none has the required functions; it stays loaded.
    package static let system = PostgreSQLLibrary(names: names)

    #if canImport(Darwin)
    // The last two are where Homebrew installs it.
    private static let names = [
        "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]
    #else
    private static let names = ["libpq.so.5"]
    #endif

    /// The functions by their names without `PQ`.
    let functions: PQFunctions

    /// `PQcancel`, which takes a cancellation and room for a message.
    package typealias Cancel =
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, Int32) -> Int32

    /// Loads the first library that has all functions; in tests, `hidden` names one that counts as missing, each server can
    /// be as old as 9.4, and `cancel` takes the place of `PQcancel`.
    package init?(
        names: [String] = names,
        hiding hidden: String? = nil,
        ofOldServer isOld: Bool = false,
        cancellingWith cancel: Cancel? = nil
    ) {
        var functions = PQFunctions()
        guard names.contains(where: { PQLoad(&functions, $0, hidden) }) else { return nil }
        if isOld { functions.serverVersion = { _ in 90_499 } }
        if let cancel { functions.cancel = cancel }
        self.functions = functions
    }
}
