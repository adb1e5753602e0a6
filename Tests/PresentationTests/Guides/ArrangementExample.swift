import Presentation

/// Returns the arrangement of a screen's content in a room of `width` × `height` points.
func arrangement(width: Double, height: Double, isCompact: Bool) -> ContentArrangement {
    AdaptiveLayout().arrangement(width: width, height: height, sizeClass: isCompact ? .compact : .regular)
}
