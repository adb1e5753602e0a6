/// A part of a scene: what is drawn, and what it is for the person.
struct ScenePart {
    let element: ScreenElement

    /// What the part is while it can have the focus; nil for what is only looked at.
    let item: SceneItem?

    init(_ element: ScreenElement, _ item: SceneItem? = nil) {
        self.element = element
        self.item = element.takesFocus ? item : nil
    }
}
