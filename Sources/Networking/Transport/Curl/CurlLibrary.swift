// Only where a function with a variable number of arguments takes pointers and integers where one with a fixed number
// does. That is so in the calling conventions of Linux on these two processors: on x86-64, AL should say how many
// vector registers are in use, but whatever it says only decides whether some are saved in vain; on ARM64, arguments go
// into registers either way. Apple's ARM64 puts them on the stack instead.
#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
import Glibc

/// The functions of libcurl that sending takes, looked up at run time.
///
/// The library is not linked, so that a program starts where it is missing and then says so. Its types and numbers are
/// those of `curl.h` and `multi.h`, which never change.
package struct CurlLibrary: Sendable {
    typealias Handle = UnsafeMutableRawPointer
    typealias Result = Int32

    /// The type of callbacks that take what has come in: bytes, size, count, what was given with them.
    typealias Sink =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

    /// The type of the callback before a request is sent: what was given with it, two addresses, two ports.
    typealias Prelude =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
        ) -> Int32

    let makeEasy: @Sendable @convention(c) () -> Handle?
    let cleanupEasy: @Sendable @convention(c) (Handle?) -> Void
    let setNumber: @Sendable @convention(c) (Handle?, Int32, Int) -> Result
    let setPointer: @Sendable @convention(c) (Handle?, Int32, UnsafeRawPointer?) -> Result
    let appendToList: @Sendable @convention(c) (Handle?, UnsafePointer<CChar>?) -> Handle?
    let freeList: @Sendable @convention(c) (Handle?) -> Void
    let makeMulti: @Sendable @convention(c) () -> Handle?
    let setMultiNumber: @Sendable @convention(c) (Handle?, Int32, Int) -> Result
    let add: @Sendable @convention(c) (Handle?, Handle?) -> Result
    let remove: @Sendable @convention(c) (Handle?, Handle?) -> Result
    let perform: @Sendable @convention(c) (Handle?, UnsafeMutablePointer<Int32>?) -> Result
    let poll:
        @Sendable @convention(c) (Handle?, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) ->
            Result
    let wakeUp: @Sendable @convention(c) (Handle?) -> Result
    let readMessage: @Sendable @convention(c) (Handle?, UnsafeMutablePointer<Int32>?) -> UnsafeMutableRawPointer?
    let cleanupMulti: @Sendable @convention(c) (Handle?) -> Result

    /// The library of this system, or nil where there is none with these functions.
    ///
    /// It is looked up and initialised once, because it has to be before any other thread uses it, and stays loaded.
    package static let system = CurlLibrary(names: ["libcurl.so.4", "libcurl-gnutls.so.4"])

    /// Looks a library up.
    ///
    /// - Parameters:
    ///   - names: What it may be called; the first that is there counts.
    ///   - look: Finds a function in it by its name.
    package init?(
        names: [String],
        look: (UnsafeMutableRawPointer, String) -> UnsafeMutableRawPointer? = { dlsym($0, $1) }
    ) {
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        // What dlsym finds has no type; the declarations above are those of the headers.
        func find<Function>(_ name: String, _ type: Function.Type = Function.self) -> Function? {
            look(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard
            let initialize = find("curl_global_init", (@convention(c) (Int) -> Result).self),
            let makeEasy = find("curl_easy_init", type(of: makeEasy)),
            let cleanupEasy = find("curl_easy_cleanup", type(of: cleanupEasy)),
            let setNumber = find("curl_easy_setopt", type(of: setNumber)),
            let setPointer = find("curl_easy_setopt", type(of: setPointer)),
            let appendToList = find("curl_slist_append", type(of: appendToList)),
            let freeList = find("curl_slist_free_all", type(of: freeList)),
            let makeMulti = find("curl_multi_init", type(of: makeMulti)),
            let setMultiNumber = find("curl_multi_setopt", type(of: setMultiNumber)),
            let add = find("curl_multi_add_handle", type(of: add)),
            let remove = find("curl_multi_remove_handle", type(of: remove)),
            let perform = find("curl_multi_perform", type(of: perform)),
            let poll = find("curl_multi_poll", type(of: poll)),
            let wakeUp = find("curl_multi_wakeup", type(of: wakeUp)),
            let readMessage = find("curl_multi_info_read", type(of: readMessage)),
            let cleanupMulti = find("curl_multi_cleanup", type(of: cleanupMulti)),
            // CURL_GLOBAL_DEFAULT: TLS and, elsewhere, sockets.
            initialize(3) == 0
        else { return nil }
        self.makeEasy = makeEasy
        self.cleanupEasy = cleanupEasy
        self.setNumber = setNumber
        self.setPointer = setPointer
        self.appendToList = appendToList
        self.freeList = freeList
        self.makeMulti = makeMulti
        self.setMultiNumber = setMultiNumber
        self.add = add
        self.remove = remove
        self.perform = perform
        self.poll = poll
        self.wakeUp = wakeUp
        self.readMessage = readMessage
        self.cleanupMulti = cleanupMulti
    }
}
#endif
