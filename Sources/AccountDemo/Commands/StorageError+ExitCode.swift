import Domain

extension StorageError.Reason {
    /// How the program ends where a store fails for this reason.
    var exitCode: ExitCode {
        switch self {
        case .busy: .storeBusy
        case .corrupt, .unsupportedVersion, .replaced, .readOnly, .notPermitted, .full, .unsafeLocation, .closed,
            .failed:
            .storageFailed
        }
    }

    /// What `--json` calls the reason.
    var code: String {
        switch self {
        case .corrupt: "store-corrupt"
        case .unsupportedVersion: "store-unsupported-version"
        case .replaced: "store-replaced"
        case .busy: "store-busy"
        case .readOnly: "store-read-only"
        case .notPermitted: "store-not-permitted"
        case .full: "store-full"
        case .unsafeLocation: "store-unsafe-location"
        case .closed: "store-closed"
        case .failed: "store-failed"
        }
    }
}
