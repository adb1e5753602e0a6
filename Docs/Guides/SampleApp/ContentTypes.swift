import Domain
import Presentation
import SwiftUI

#if os(macOS)
import AppKit
typealias ContentType = NSTextContentType
#else
import UIKit
typealias ContentType = UITextContentType
#endif

extension FieldContent {
    /// What the system offers to fill in.
    var contentType: ContentType? {
        switch self {
        case .username: .username
        case .password: .password
        case .newPassword: .newPassword
        case .oneTimeCode: .oneTimeCode
        case .profile(.nickname): .nickname
        case .profile(.name): .name
        case .profile(.email): .emailAddress
        case .profile(.phone): .telephoneNumber
        case .profile: nil
        }
    }
}

extension View {
    /// Sets the content type of a field, and its keyboard where there is one.
    func input(_ content: FieldContent) -> some View {
        let input = textContentType(content.contentType).autocorrectionDisabled()
        #if os(macOS)
        return input
        #else
        let keyboards: [FieldContent: UIKeyboardType] = [.profile(.email): .emailAddress, .profile(.phone): .phonePad]
        let isName = content == .profile(.name) || content == .profile(.nickname)
        return input.keyboardType(keyboards[content] ?? .default).textInputAutocapitalization(isName ? .words : .never)
        #endif
    }
}
