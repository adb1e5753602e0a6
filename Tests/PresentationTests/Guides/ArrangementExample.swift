import Presentation

/// How the content of a screen fits into a room that is `width` × `height` points large.
func arrangement(width: Double, height: Double, isCompact: Bool) -> ContentArrangement {
    AdaptiveLayout().arrangement(width: width, height: height, sizeClass: isCompact ? .compact : .regular)
}
