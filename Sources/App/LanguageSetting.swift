package import Presentation
import Synchronization

/// A language that an app can change while it runs.
package final class LanguageSetting: Sendable {
    private let state: Mutex<Language>

    init(_ language: Language) { state = Mutex(language) }

    /// The language.
    package var value: Language {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
