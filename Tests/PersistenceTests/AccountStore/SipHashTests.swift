import Persistence
import Testing

@Suite struct SipHashTests {
    /// The test vectors of the reference implementation: the key is 00 to 0f, and the text 00, 01, 02 … of each length.
    private static let published: [UInt64] = [
        0x726F_DB47_DD0E_0E31, 0x74F8_39C5_93DC_67FD, 0x0D6C_8009_D9A9_4F5A, 0x8567_6696_D7FB_7E2D,
        0xCF27_94E0_2771_87B7, 0x1876_5564_CD99_A68D, 0xCBC9_466E_58FE_E3CE, 0xAB02_00F5_8B01_D137,
        0x93F5_F579_9A93_2462, 0x9E00_82DF_0BA9_E4B0, 0x7A5D_BBC5_94DD_B9F3, 0xF4B3_2F46_226B_ADA7,
        0x751E_8FBC_860E_E5FB, 0x14EA_5627_C084_3D90, 0xF723_CA90_8E7A_F2EE, 0xA129_CA61_49BE_45E5,
    ]

    @Test(arguments: published.indices)
    func `the hash is the published one`(length: Int) {
        let hash = SipHash(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908)
        let text = (0..<length).map { UInt8($0) }
        #expect(text.withUnsafeBytes { hash.hash($0) } == Self.published[length])
    }
}
