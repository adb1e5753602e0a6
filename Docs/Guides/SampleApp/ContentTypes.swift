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
    var contentType: ContentType {
        switch self {
        case .username: .username
        case .password: .password
        case .newPassword: .newPassword
        case .oneTimeCode: .oneTimeCode
        case .nickname: .nickname
        case .name: .name
        case .emailAddress: .emailAddress
        case .telephoneNumber: .telephoneNumber
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
        let keyboards: [FieldContent: UIKeyboardType] = [.emailAddress: .emailAddress, .telephoneNumber: .phonePad]
        let isName = content == .name || content == .nickname
        return input.keyboardType(keyboards[content] ?? .default).textInputAutocapitalization(isName ? .words : .never)
        #endif
    }
}
