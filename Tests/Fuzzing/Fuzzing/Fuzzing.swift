import CFuzzer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Feeds what a fuzzer makes up to one of the parsers: `Fuzzing TARGET [OPTION of libFuzzer...] [FOLDER...]`.
@main struct Fuzzing {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
            print("usage: Fuzzing \(names) [OPTION...] [FOLDER...]")
            exit(64)
        }
        // libFuzzer calls a C function, which has no context to carry the target in.
        setenv("FUZZ_TARGET", target.rawValue, 1)
        var pointers = ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) }
        pointers.append(nil)
        var count = Int32(pointers.count - 1)
        let result = pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return LLVMFuzzerRunDriver(&count, &start) { bytes, size in
                FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
                return 0
            }
        }
        exit(result)
    }
}
