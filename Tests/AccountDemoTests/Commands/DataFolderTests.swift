import AccountDemo
import Testing

#if !canImport(Darwin)  // Apple platforms keep such data in Application Support whatever XDG says.
struct DataFolderTests {
    @Test(
        "the data folder follows the XDG Base Directory Specification",
        arguments: [
            (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/account-flow"),
            (["HOME": "/h"], "/h/.local/share/account-flow"),
            (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/account-flow"),
            (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/account-flow"),
            (["XDG_DATA_HOME": "/x"], "/x/account-flow"),
        ]
    )
    func path(environment: [String: String], path: String) throws {
        #expect(try DataFolder.path(in: environment) == path)
    }

    @Test("without a home there is no data folder", arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func noHome(environment: [String: String]) {
        #expect(throws: UsageError.noDataFolder) { try DataFolder.path(in: environment) }
    }
}
#endif
