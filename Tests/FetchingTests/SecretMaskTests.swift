import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Secrets of a request do not come back")
struct SecretMaskTests {
  private static let secret = "canary/7D1f+0c="
  private static let mask = SecretMask([secret])

  private static func base64(_ text: String, _ before: Int) -> String {
    Data([UInt8](repeating: 0x41, count: before) + text.utf8).base64EncodedString()
  }

  /// How a host may spell what it was sent, inside a JSON text.
  static let spellings: [(String, String)] = [
    ("plain", secret), ("upper case", secret.uppercased()), ("lower case", secret.lowercased()),
    ("escaped slash", secret.replacing("/", with: "\\/")), ("escaped letters", secret.replacing("a", with: "\\u0061")),
    ("escaped signs", secret.replacing("+", with: "\\u002B").replacing("=", with: "\\u003d")),
    ("percent", secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""),
    ("all percent", secret.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()),
    ("hexadecimal", secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()),
    ("HEXADECIMAL", secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()),
    ("base64", base64(secret, 0)), ("base64 after one", base64(secret, 1)), ("base64 after two", base64(secret, 2)),
    ("base64 inside more", base64("Bearer " + secret + " and so on", 0)),
    ("base64 for URLs", base64(secret, 0).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")),
    ("base64 with escapes", base64(secret, 1).replacing("/", with: "\\/").replacing("=", with: "\\u003d")),
    ("base64 with percent", base64(secret, 0).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""),
  ]

  @Test("In every spelling, the text staying JSON of the same shape and length", arguments: spellings)
  func spelled(_ name: String, _ spelling: String) throws {
    let text = #"{"id": 1, "echo\#(spelling)": "so \#(spelling) it \n is", "name": "50% of \"all\" Ada\u00e9"}"#
    var bytes = Array(text.utf8)
    #expect(Self.mask.mask(&bytes))
    #expect(bytes.count == text.utf8.count)
    let masked = try JSONDecoder().decode([String: Value].self, from: Data(bytes))
    #expect(masked.count == 3 && masked["id"] == .number(1) && masked["name"] == .text(#"50% of "all" Adaé"#))
    let plain = String(decoding: bytes, as: UTF8.self)
    for (_, other) in Self.spellings { #expect(!plain.lowercased().contains(other.lowercased())) }
    #expect(!plain.contains("nary") && !plain.contains("7D1f"))
    // Nothing is left of it but what base64 shares with its neighbours.
    var again = bytes
    #expect(!Self.mask.mask(&again))
  }

  enum Value: Decodable, Equatable {
    case number(Int)
    case text(String)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  @Test("A secret of digits leaves a number a number, and UTF-16 text stays as long")
  func numbers() throws {
    var bytes = Array(#"{"pin": 12345678, "other": 1234567}"#.utf8)
    #expect(SecretMask(["12345678"]).mask(&bytes))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"pin": 11111111, "other": 1234567}"#)
    var wide = Array(#"["canary-7d1f0c"]"#.utf8).flatMap { [$0, 0] as [UInt8] }
    #expect(SecretMask(["canary-7d1f0c"]).mask(&wide))
    #expect(String(decoding: wide.filter { $0 != 0 }, as: UTF8.self) == #"["aaaaaa-1a1a1a"]"#)
  }

  @Test("What is no secret stays as it is, byte for byte")
  func others() {
    for text in ["", "canary", #"{"a":"\u00e9%zz%4\\"}"#, "%", "\\", "\\u", "%4", "canary/7D1f+0c"] {
      var bytes = Array(text.utf8)
      #expect(!Self.mask.mask(&bytes) && bytes == Array(text.utf8))
    }
    var short = Array("abcde abcde".utf8)
    #expect(SecretMask(["abcde", ""]).isEmpty && !SecretMask(["abcde"]).mask(&short))
  }

  @Test(
    "Several layers of escapes hide nothing",
    arguments: [
      #"canary-Zq7\/Wx9+Kp3m%41"#, #"canary-Zq7\\\/Wx9+Kp3m%41"#, "canary-Zq7%252FWx9%252BKp3m%252541",
      "canary-Zq7%25252FWx9%25252BKp3m%25252541", "canary-Zq7&#x2F;Wx9&#43;Kp3m&#37;41",
      "canary-Zq7&sol;Wx9&plus;Kp3m&percnt;41",
      "&#99;&#97;&#110;&#x61;&#x72;&#x79;-Zq7/Wx9+Kp3m%41", "canary-Zq7&amp;#47;Wx9+Kp3m%41", "canary-Zq7/Wx9+Kp3m%41",
      "canary-Zq7/Wx9+Kp3m%2541",
    ])
  func layers(spelling: String) {
    let mask = SecretMask(["canary-Zq7/Wx9+Kp3m%41"])
    for text in [spelling, "before \(spelling) after % & \\ &; &#; %zz", #"{"a":"\#(spelling)"}"#] {
      var bytes = Array(text.utf8)
      #expect(mask.mask(&bytes), "\(text)")
      let masked = String(decoding: bytes, as: UTF8.self)
      #expect(
        bytes.count == text.utf8.count && !masked.contains("Zq7") && !masked.contains("Wx9") && !masked.contains("Kp3"),
        "\(masked)")
      #expect(masked.hasPrefix(String(text.prefix(5))) || text == spelling)
    }
    var wide = Array("x canary-Zq7%2FWx9%2BKp3m%2541 y".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    #expect(mask.mask(&wide) && wide.count.isMultiple(of: 2))
    #expect(!String(decoding: wide.filter { $0 != 0 }, as: UTF8.self).contains("Wx9"))
  }

  @Test(
    "A host's own way to write a secret hides nothing",
    arguments: [
      ("alpha+bravo+zulu7", "alpha bravo zulu7"), ("alpha bravo zulu7", "alpha+bravo+zulu7"),
      ("alpha bravo zulu7", "alpha%20bravo%20zulu7"), ("schlüssel-geheim", #"schl\u00fcssel-geheim"#),
      ("schlüssel-geheim", "schl%C3%BCssel-geheim"), ("schlüssel-geheim", "schl&#252;ssel-geheim"),
      ("schlüssel-geheim", "schl&#xfc;ssel-geheim"), ("key-🔑-geheim", #"key-\ud83d\udd11-geheim"#),
      ("key-🔑-geheim", "key-%F0%9F%94%91-geheim"), ("abcanary/Q7w8E9", #"100%abcanary\/Q7w8E9"#),
      ("u00canary/Q7w8E9", #"a\u00canary%2FQ7w8E9"#), ("a;canary/Q7w8E9", "&lta;canary%2FQ7w8E9"),
      ("canary/Q7w8E9", "canary&#47Q7w8E9"), ("canary/Q7w8E9", "canary&#x002F;Q7w8E9"),
      ("canary/Q7w8E9", "canary&#000000047;Q7w8E9"), ("canary/Q7w8E9", "canary&#00000000000000000047;Q7w8E9"),
      ("abcanary/Q7w8E9", #"100%abcanary\\/Q7w8E9"#),
    ])
  func otherWays(secret: String, echo: String) throws {
    let mask = SecretMask([secret])
    for text in [echo, "before \(echo) behind"] {
      var bytes = Array(text.utf8)
      #expect(mask.mask(&bytes) && bytes.count == text.utf8.count)
      let masked = String(decoding: bytes, as: UTF8.self)
      for part in ["bravo", "zulu", "ssel", "geheim", "nary", "Q7w"] { #expect(!masked.contains(part), "\(masked)") }
    }
  }

  @Test("A text that was sound stays sound")
  func soundness() throws {
    var bytes = Array(#"["xyz%a\"bcdef", "key-\ud83d\udd11-geheim"]"#.utf8)
    #expect(SecretMask([#"xyz%a"bcdef"#, "key-🔑-geheim"]).mask(&bytes))
    let texts = try JSONDecoder().decode([String].self, from: Data(bytes))
    #expect(texts.count == 2 && !texts[0].contains("xyz") && !texts[1].contains("🔑"), "\(texts)")
  }

  @Test("Names that only look as if they told a secret do not take public words out of a response")
  func harmlessNames() {
    func isSecret(_ query: String) -> Bool {
      !SecretMask(FetchRequest(label: "", url: "https://a.example/x?\(query)")).isEmpty
    }
    for query in [
      "keyword=products", "keywords=products", "author=Lovelace", "authors=Lovelace", "appid=1091500", "app_id=1091500",
      "appid=com.example.weather", "appid=440%2C570%2C730%2C620", "limit=1234567",
    ] { #expect(!isSecret(query), "\(query)") }
    for query in [
      "appid=0123456789abcdef0123456789abcdef", "APPID=DEMO12-3456789012", "apikey=products", "auth=Lovelace",
      "authorization=Lovelace", "authorisation=Lovelace", "oauth_token=Lovelace", "keyword_token=Lovelace",
      "author_key=Lovelace", "weather_appid=0123456789abcdef0123456789abcdef",
    ] { #expect(isSecret(query), "\(query)") }
    for (name, isSecret) in [("appid", true), ("X-App-Id", true), ("X-AppId", true), ("X-Page", false)] {
      let field = HeaderField(name: name, value: "0123456789abcdef0123456789abcdef")
      #expect(SecretMask(FetchRequest(label: "", url: "https://a.example/", headers: [field])).isEmpty != isSecret)
    }
  }

  @Test("What names tell is a secret without being called one")
  func names() {
    func mask(_ field: HeaderField? = nil, url: String = "https://a.example/x") -> SecretMask {
      SecretMask(FetchRequest(label: "", url: url, headers: field.map { [$0] } ?? []))
    }
    #expect(mask().isEmpty && mask(HeaderField(name: "Accept", value: "application/json")).isEmpty)
    let masks = [
      mask(HeaderField(name: "Authorization", value: "Bearer canary-7d1f0c")),
      mask(HeaderField(name: "authorization", value: "canary-7d1f0c")),
      mask(HeaderField(name: "Authorization", value: "Basic dXNlcjpjYW5hcnktN2QxZjBj")),
      mask(HeaderField(name: "X-Api-Key", value: "canary-7d1f0c")),
      mask(HeaderField(name: "Cookie", value: "lang=en; sid=canary-7d1f0c")),
      mask(url: "https://a.example/x?limit=50&api_key=canary%2D7d1f0c#part"),
      mask(url: "https://a.example/x?sig=canary-7d1f0c"), mask(url: "https://a.example/x?=token=canary-7d1f0c"),
      mask(url: "https://a.example/x?a&==&&TOKEN=canary-7d1f0c"),
    ]
    for mask in masks { #expect(mask.masked("it is canary-7d1f0c.") == "it is aaaaaa-1a1a1a.") }
  }

  @Test("A host that sends everything back gets it into no part of a transfer")
  func echo() async throws {
    let server = try HostileServer.shared.get()
    let canary = "canary-7d1f0c"
    let long = String(repeating: "a", count: 60)
    for path in [
      "/echo?token=\(canary)", "/redirect?to=http://\(canary).example/&status=302", "/reflect/\(canary)",
      "/redirect?to=http://\(long).\(String(long.prefix(17))).\(canary).example/&status=302",
    ] {
      let request = FetchRequest(
        label: "a", url: server.url(path), headers: [HeaderField(name: "Authorization", value: "Bearer \(canary)")])
      var transfer = await fetchOne(request)
      #expect(transfer.status != nil && transfer.attempts == 1)
      transfer.finalURL = ""
      #expect(!"\(transfer.text) \(transfer.headers) \(transfer.reason ?? "")".lowercased().contains("canary"))
    }
    let named = FetchRequest(
      label: "a", url: server.url("/echo"), headers: [HeaderField(name: "X-Plain", value: canary)], secrets: [canary])
    let transfer = await fetchOne(named)
    #expect(transfer.text.contains("X-Plain") && !transfer.text.contains(canary))
  }
}
