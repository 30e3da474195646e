import System
import Testing

@Test(
  "Digests are SHA-256",
  arguments: [
    // FIPS 180-4 examples, and lengths around the padding's edge (values of coreutils' sha256sum).
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
func digestsAreSHA256(_ text: String, _ expected: String) {
  #expect(ContentDigest(Array(text.utf8)).hexadecimal == expected)
}

@Test("A million letters digest as FIPS 180-4 says")
func longTextsDigest() {
  let digest = ContentDigest([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
  #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
}

@Test("Lists that read alike when joined have different digests")
func listsAreNotJoined() {
  #expect(ContentDigest(of: ["ab", "c"]) != ContentDigest(of: ["a", "bc"]))
  #expect(ContentDigest(of: ["ab", ""]) != ContentDigest(of: ["ab"]))
}
