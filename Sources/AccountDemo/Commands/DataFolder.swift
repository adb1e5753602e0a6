/// Where accounts are kept unless the command line says otherwise.
package enum DataFolder {
    /// The folder that the platform has for such data.
    ///
    /// On Apple platforms it is in Application Support; elsewhere it follows the XDG Base Directory Specification, by
    /// which a relative `XDG_DATA_HOME` is ignored.
    ///
    /// - Parameter environment: The environment of the process.
    /// - Returns: The path.
    /// - Throws: `UsageError.noDataFolder` where the environment names no home folder.
    package static func path(in environment: [String: String]) throws(UsageError) -> String {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        #if canImport(Darwin)
        if let home { return home + "/Library/Application Support/account-flow" }
        #else
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/account-flow" }
        if let home { return home + "/.local/share/account-flow" }
        #endif
        throw .noDataFolder
    }
}
