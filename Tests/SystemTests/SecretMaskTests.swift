import Foundation
import Testing

@testable import System

@Suite("Declared secrets are masked where something is shown or stored")
struct SecretMaskTests {
  private static let secret = "canary/7D1f+0c="
  private static let mask = SecretMask([secret])

  private static func base64(_ text: String, _ before: Int) -> String {
    Data([UInt8](repeating: 0x41, count: before) + text.utf8).base64EncodedString()
  }

  /// How a host may spell what it was sent.
  static let spellings: [(String, String)] = [
    ("plain", secret), ("upper case", secret.uppercased()), ("lower case", secret.lowercased()),
    ("escaped slash", secret.replacing("/", with: "\\/")), ("escaped letters", secret.replacing("a", with: "\\u0061")),
    ("escaped signs", secret.replacing("+", with: "\\u002B").replacing("=", with: "\\u003d")),
    ("escaped twice", secret.replacing("/", with: "\\\\\\/")),
    ("percent", secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""),
    ("percent twice", secret.replacing("/", with: "%252F").replacing("+", with: "%252B")),
    ("all percent", secret.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()),
    ("hexadecimal", secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()),
    ("base64", base64(secret, 0)), ("base64 after one", base64(secret, 1)), ("base64 after two", base64(secret, 2)),
    ("base64 inside more", base64("Bearer " + secret + " and so on", 0)),
    ("base64 for URLs", base64(secret, 0).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")),
    ("base64 with escapes", base64(secret, 1).replacing("/", with: "\\/").replacing("=", with: "\\u003d")),
    ("base64 with percent", base64(secret, 0).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""),
  ]

  @Test("In every spelling, and nothing else changes", arguments: spellings)
  func spelled(_ name: String, _ spelling: String) throws {
    let masked = Self.mask.masked("so \(spelling) is it, 50% of \\n é")
    #expect(masked.hasPrefix("so ") && masked.hasSuffix(" is it, 50% of \\n é"), "\(masked)")
    #expect(masked.contains(SecretMask.replacement) && !masked.contains("7D1f"), "\(masked)")
    for (_, other) in Self.spellings { #expect(!masked.lowercased().contains(other.lowercased())) }
    #expect(Self.mask.masked(masked) == masked)
  }

  @Test("What is no secret stays as it is")
  func others() {
    for text in ["", "canary", #"{"a":"\u00e9%zz%4\\"}"#, "%", "\\", "\\u", "%4", "canary/7D1f+0c", "\\ud83d\\", "…"] {
      #expect(Self.mask.masked(text) == text)
    }
    #expect(SecretMask(["abcde", ""]).isEmpty && SecretMask(["abcde"]).masked("abcde abcde") == "abcde abcde")
  }

  @Test(
    "Of text that was cut inside a secret the beginning is masked too",
    arguments: [
      ("it is canary/7D…", "it is REDACTED…"), ("it is canary\\/7D… and so", "it is REDACTED… and so"),
      ("it is canar…", "it is canar…"), ("it is canary/7D", "it is canary/7D"),
    ])
  func cut(_ text: String, _ expected: String) { #expect(Self.mask.masked(text) == expected) }

  @Test(
    "Inside a header's value the credential itself is a secret",
    arguments: [
      "Bearer canary-7d1f0c", "canary-7d1f0c", "Basic dXNlcjpjYW5hcnktN2QxZjBj",  // user:canary-7d1f0c
    ])
  func credentials(_ value: String) {
    #expect(SecretMask([value]).masked("it is canary-7d1f0c.") == "it is REDACTED.")
  }

  private struct Facts: Codable, Equatable {
    var text: String
    var names: [String: Int]
    var number = 12_345_678
    var half: Double? = 0.5
  }

  @Test("In a value every text is masked, names included, and numbers stay")
  func values() throws {
    let mask = SecretMask(["12345678", "se\"cr\\et"])
    let masked = try mask.masked(Facts(text: "a 12345678 \"b\"", names: ["se\"cr\\et": 1, "other": 2]))
    #expect(masked == Facts(text: "a REDACTED \"b\"", names: ["REDACTED": 1, "other": 2]))
    #expect(throws: (any Error).self) {
      try SecretMask(["number"]).masked(Facts(text: "", names: [:]))
    }
  }

  @Test("Text that nearly repeats a secret costs a few steps a byte")
  func cost() {
    // Compared at each place from its start, these would take 60 billion steps.
    let secret = String(repeating: "a", count: 60_000) + "b"
    let text = String(repeating: "a", count: 1_000_000)
    #expect(SecretMask([secret]).masked(text) == text)
  }
}
