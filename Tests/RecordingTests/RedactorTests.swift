import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import Recording

@Suite("Responses redacted by their structure")
struct RedactorTests {
  private func redacted(_ text: String, known: Set<String> = [], seed: UInt64 = 1) throws -> String {
    var redactor = Redactor(known: known, generator: SeededGenerator(seed))
    return String(decoding: redactor.redacted(try JSONDocument(Array(text.utf8))), as: UTF8.self)
  }

  /// Something of each kind that says who somebody is, where, or what they may do.
  static let canaries: [(kind: String, value: String)] = [
    ("first name", "Annelise"), ("full name", "Ada Lovelace-Byron"), ("name in another script", "山田太郎"),
    ("name with accents", "Zoë Müller"), ("initials", "Q.X.Z."), ("user name", "ada_lovelace_99"),
    ("e-mail", "ada.lovelace+news@mail.example.co.uk"), ("phone", "+49 30 901820-77"),
    ("phone of digits", "04915112345678"),
    ("street", "Unter den Linden 77b"), ("postcode", "SW1A 2AA"), ("city", "Königs Wusterhausen"),
    ("IBAN", "DE89370400440532013000"), ("card", "4539 1488 0343 6467"), ("card of digits", "4539148803436467"),
    ("card's number in code", "987"),
    ("JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    ("API key", "sk_live_51Hq8vT2eZvKYlo2C"), ("hexadecimal token", "deadbeefcafe00112233445566778899"),
    ("UUID", "7c9e6679-7425-40de-944b-e07fc1f90ae7"), ("session", "PHPSESSID=el4ukv0kqbvoirg7nkp4dncpk3"),
    ("base64", "QWRhIExvdmVsYWNlLCBMb25kb24="), ("birthday", "1987-12-10"), ("birthday in words", "10 December 1987"),
    ("German date", "10.12.1987"), ("date with a note", "1987-12-10 Lovelace, clinic"),
    ("day that is none", "1987-13-45"), ("path in another script", "/山田太郎/müller"),
    ("time stamp", "1987-12-10T05:00:00Z"), ("coordinates", "52.516275,13.377704"),
    ("URL with an id", "https://example.com/users/4711083/avatar.png"),
    ("URL with a user", "https://ada:sesame77@example.com/x"),
    ("URL with a query", "https://example.com/reset?token=Zx81Qq&mail=ada%40example.com"),
    ("path with an id", "/orders/998877/items"),
    ("IPv4 address", "203.0.113.77"), ("IPv6 address", "2001:db8::8a2e:370:7334"), ("MAC address", "00:1B:44:11:3A:B7"),
    ("passport", "C01X00T47"), ("tax number", "86095742719"), ("social security number", "078-05-1120"),
    ("licence plate", "B-AL 1987"), ("free text", "Met Ada at the clinic on Tuesday."),
    ("file name", "ada_lovelace_cv.pdf"),
    ("company", "Lovelace & Babbage Ltd."), ("order number", "A-2026-0047119"),
  ]

  @Test("Nothing of forty kinds of personal data is left, as a value, inside a text, as a member's name or escaped")
  func canary() throws {
    #expect(Self.canaries.count >= 40)
    for (kind, value) in Self.canaries {
      let escaped = value.unicodeScalars.map { String(format: "\\u%04x", $0.value) }.joined()
      let text = """
        {"a": "\(value)", "b": ["x \(value) y", {"\(value)": 1}], "c": "\(escaped)"}
        """
      let document = try JSONDocument(Array(text.utf8))
      let map = try #require(try JSONPath("$.b[1]").nodes(in: document).first)
      var redactor = Redactor(known: [], generator: SeededGenerator(7))
      let result = String(decoding: redactor.redacted(document, maps: [map.index]), as: UTF8.self)
      let decoded = try #require(try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any])
      let texts = "\(decoded)"
      #expect(!result.contains(value) && !texts.contains(value), "\(kind): \(result)")
      // Nor any of its words that says something.
      for word in value.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      where word.count >= 5 && !["https", "10"].contains(word) {
        if word == "T05" { continue }
        #expect(!result.contains(word), "\(kind): \(word) in \(result)")
      }
    }
    let numbers = try redacted(
      #"{"id": 4711083, "lat": 52.516275, "phone": 4915112345678, "born": 566110800, "big": 9223372036854775807}"#)
    for number in ["4711083", "516275", "4915112345678", "566110800", "9223372036854775807"] {
      #expect(!numbers.contains(number), "\(numbers)")
    }
  }

  @Test("Different small numbers stay different, in whatever order they come", arguments: 0..<50)
  func smallNumbers(_ seed: UInt64) throws {
    for order in [[2, 1, 0, 3, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 1]] {
      let result = try redacted("\(order)", seed: seed)
      let numbers = try JSONDecoder().decode([Int].self, from: Data(result.utf8))
      #expect(Set(numbers).count == order.count, "\(order) -> \(numbers)")
    }
  }

  @Test("Numbers that a contract declares stay, and no other number becomes one of them", arguments: 0..<50)
  func declaredNumbers(_ seed: UInt64) throws {
    let ids = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    let result = try redacted("\(ids)", known: ["3", "7"], seed: seed)
    let numbers = try JSONDecoder().decode([Int].self, from: Data(result.utf8))
    #expect(Set(numbers).count == ids.count && numbers[3] == 7 && numbers[7] == 3, "\(numbers)")
  }

  @Test(
    "The form of a value stays",
    arguments: [
      (
        "https://example.com/api/v1/users/42?page=2",
        #"^https://[a-z]{7}\.[a-z]{3}/api/v1/users/[1-9][0-9]\?[a-z]{4}=[1-9]$"#
      ),
      ("/api/v1/users/1", "^/api/v1/users/1$"), ("ada@example.com", #"^[a-z]{3}@[a-z]{7}\.[a-z]{3}$"#),
      ("2026-02-28T23:59:59.123+01:00", #"^(19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]T23:59:59\.123\+01:00$"#),
      ("7C9E6679-7425-40DE-944B-E07FC1F90AE7", "^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$"),
      ("-12.50", #"^-[1-9][0-9]\.[0-9]0$|^-[1-9][0-9]\.[1-9]0$"#), ("0", "^0$"), ("1.00", #"^1\.00$"#),
      ("true", "^true$"),
      ("", "^$"), ("Grüße, 3×", "^[A-Z][a-z]ää[a-z], [0-9]ä$"), ("/x%20y", "^/[a-z]%61[a-z]$"),
    ])
  func forms(_ text: String, _ form: String) throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let result = try redacted("[\"\(text)\"]", known: ["api", "v1", "users"], seed: seed).dropFirst(2).dropLast(2)
      #expect(try result.contains(Regex(form)), "\(text): \(result)")
    }
  }

  @Test("Numbers keep kind, sign, number of digits, integrality, 0 and 1, and large ones do not grow")
  func numbers() throws {
    for text in [
      "0", "1", "-1", "7", "42", "-9000", "3.0", "0.5", "-0.25", "1e10", "12.340E-5", "2147483647",
      "9223372036854775807",
    ] {
      for seed in 1...30 as ClosedRange<UInt64> {
        let result = String(try redacted("[\(text)]", seed: seed).dropFirst().dropLast())
        #expect(
          result.utf8.count == text.utf8.count && result.hasPrefix("-") == text.hasPrefix("-"), "\(text) \(result)")
        #expect(
          (Double(result) == 0) == (Double(text) == 0) && Int(result).map { _ in true } == Int(text).map { _ in true })
        if text.count >= 10, let new = Int(result), let old = Int(text) { #expect(new <= old) }
        if ["0", "1", "-1"].contains(text) { #expect(result == text) }
        let isWhole = Double(text).map { $0 == $0.rounded() } ?? false
        #expect(Double(result).map { $0 == $0.rounded() } == isWhole, "\(text) \(result)")
      }
    }
  }

  @Test(
    "Equal values stay equal and different ones different, also as part of a link and over several responses; dates keep their order"
  )
  func equality() throws {
    var redactor = Redactor(known: ["users", "https"], generator: SeededGenerator(3))
    let ids = Array(100..<400).shuffled()
    let list =
      "["
      + ids.map { #"{"id": \#($0), "name": "n\#($0 % 7)", "at": "2026-01-\#(10 + $0 % 20)"}"# }.joined(separator: ",")
      + "]"
    let links = "[" + ids.map { #""https://example.com/users/\#($0)""# }.joined(separator: ",") + "]"
    let first = redactor.redacted(try JSONDocument(Array(list.utf8)))
    let second = redactor.redacted(try JSONDocument(Array(links.utf8)))
    struct Record: Decodable { let id: Int, name, at: String }
    let records = try JSONDecoder().decode([Record].self, from: Data(first))
    #expect(Set(records.map(\.id)).count == ids.count && Set(records.map(\.name)).count == 7)
    let urls = try JSONDecoder().decode([URL].self, from: Data(second))
    #expect(urls.map(\.lastPathComponent) == records.map { "\($0.id)" })
    #expect(redactor.pathSegment("\(ids[0])") == "\(records[0].id)" && redactor.pathSegment("users") == "users")
    let order = zip(ids, records).sorted { $0.0 % 20 < $1.0 % 20 }.map(\.1.at)
    #expect(order == order.sorted())
  }

  @Test("Every corpus has the same shape afterwards, byte for byte as long, but for what values say")
  func corpora() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"] ?? Self.recordings)
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".json") && !$0.hasSuffix(".meta.json")
    }
    var documents = 0
    for file in try #require(files) {
      // A folder may be named like a file.
      guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(file)")) else { continue }
      let bytes = Array(data)
      guard bytes.count < 2 << 20, let document = try? JSONDocument(bytes) else { continue }
      var redactor = Redactor(known: [], generator: SeededGenerator(UInt64(bytes.count)))
      let result = try JSONDocument(redactor.redacted(document))
      documents += 1
      var pending = [(document.root, result.root)]
      while let (old, new) = pending.popLast() {
        let kind = document.kind(of: old)
        guard kind == result.kind(of: new), kind != .bool || document.isTrue(old) == result.isTrue(new) else {
          Issue.record("\(file): another kind at \(document.byteOffset(of: old))")
          break
        }
        let (olds, news) = (Array(document.children(of: old)), Array(result.children(of: new)))
        guard olds.count == news.count else {
          Issue.record("\(file): another count at \(document.byteOffset(of: old))")
          break
        }
        pending += zip(olds, news)
      }
    }
    #expect(documents > 0)
  }

  private static var recordings: String? {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Contracts").standardized.path
  }
}

/// SplitMix64, so that a failure comes again.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
