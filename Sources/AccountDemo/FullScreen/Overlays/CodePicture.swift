import Domain
import Presentation

/// The QR code for an authenticator app, which any key closes.
struct CodePicture: Overlay {
    let setup: TOTPSetup

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        content = ScreenContent(
            title: "AccountFlow — " + text.messages.title(of: ScreenName.totp),
            elements: [.text(setup.secret.revealed, style: .bold)],
            help: text.hints([.close])
        )
        content.picture = QRCode(setup.revealedURI).map {
            ScreenContent.Picture(
                code: $0,
                caption: text.scanning,
                smallScreenText: text.tooSmall(columns: $0.size + 2, rows: ($0.size + 3) / 2 + 1)
            )
        }
    }

    func press(_ key: Key, in text: any DemoText, page: Int) -> OverlayAnswer { .close }

    func select(_ place: Int, in text: any DemoText) {}
}
