import Networking

/// Why something was refused, or nil where it was not.
func refusal<Value>(_ make: () throws(HTTPRequestError) -> Value) -> HTTPRequestError? {
    do throws(HTTPRequestError) {
        _ = try make()
        return nil
    } catch {
        return error
    }
}
