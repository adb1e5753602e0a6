/// A colour of the sixteen that every terminal has, as its owner has set them.
package enum CellColor: Int, Hashable, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
    case gray = 90
}
