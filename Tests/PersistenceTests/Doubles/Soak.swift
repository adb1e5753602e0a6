#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much chance a test tries: little with every change, and much where `SOAK=1` says that there is a night for it.
enum Soak {
    static let isOn = ProcessInfo.processInfo.environment["SOAK"] == "1"

    static func count(_ usual: Int, soak: Int) -> Int { isOn ? soak : usual }
}
