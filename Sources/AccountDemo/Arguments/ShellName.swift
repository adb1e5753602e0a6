/// A shell that can complete our command lines.
package enum ShellName: String, CaseIterable, Sendable {
    case bash
    case zsh
}
