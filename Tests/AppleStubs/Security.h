// What the libraries use of CoreFoundation and Security, and the two classes of Foundation that it is bridged to.
#pragma once
#import <objc/NSObject.h>

#pragma clang assume_nonnull begin
#pragma clang arc_cf_code_audited begin
@interface NSString : NSObject
@end

@interface NSDictionary : NSObject
@property (readonly) NSUInteger count;
@end

// Not from MacTypes.h, whose type Duration would hide that of Swift.
typedef int OSStatus;
typedef const __attribute__((objc_bridge(id))) void *CFTypeRef;
typedef const struct __attribute__((objc_bridge(NSString))) __CFString *CFStringRef;
typedef const struct __attribute__((objc_bridge(NSDictionary))) __CFDictionary *CFDictionaryRef;

extern const CFStringRef kSecClass;
extern const CFStringRef kSecClassGenericPassword;
extern const CFStringRef kSecAttrService;
extern const CFStringRef kSecAttrAccount;
extern const CFStringRef kSecAttrGeneric;
extern const CFStringRef kSecAttrAccessGroup;
extern const CFStringRef kSecAttrAccessible;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;
extern const CFStringRef kSecAttrAccessibleWhenUnlockedThisDeviceOnly;
extern const CFStringRef kSecValueData;
extern const CFStringRef kSecReturnAttributes;
extern const CFStringRef kSecReturnData;
extern const CFStringRef kSecUseDataProtectionKeychain;

OSStatus SecItemAdd(
    CFDictionaryRef attributes, CFTypeRef _Nullable *_Nullable __attribute__((cf_returns_retained)) result);
OSStatus SecItemCopyMatching(
    CFDictionaryRef query, CFTypeRef _Nullable *_Nullable __attribute__((cf_returns_retained)) result);
OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);
OSStatus SecItemDelete(CFDictionaryRef query);
#pragma clang arc_cf_code_audited end
#pragma clang assume_nonnull end
