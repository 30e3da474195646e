import System

/// The file name of a page of the site. All pages stand in one folder, so that links need no path.
struct PageName: Sendable, Hashable {
  /// Lower-case letters of ASCII, digits, `.`, `_` and `-`; ends with `.html`.
  let text: String

  /// The first page.
  static let index = PageName(text: "index.html")

  private init(text: String) { self.text = text }

  private init(_ kind: StaticString, _ words: [String]) {
    text = "\(kind).\(words.map(Self.word).joined(separator: ".")).html"
  }

  /// The page of an API.
  static func api(_ contract: String) -> PageName { PageName("api", [contract]) }

  /// The page of an endpoint.
  static func endpoint(_ id: String, of contract: String) -> PageName { PageName("endpoint", [contract, id]) }

  /// The page of an incident, by its whole id.
  static func incident(_ id: String) -> PageName { PageName("incident", [id]) }

  /// A part of a name. Different ids have different parts, also where a file system does not tell capitals from small letters.
  private static func word(_ id: String) -> String {
    let word = id.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        String(UnicodeScalar(byte))
      default: "_\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
      }
    }.joined()
    // A file name has at most 255 bytes.
    return word.utf8.count <= 90 ? word : "\(word.prefix(60))__\(ContentDigest(of: [id]).short)"
  }

  /// Whether a file name is one that some site may have.
  static func isPossible(_ name: String) -> Bool {
    let kinds = ["api.", "endpoint.", "incident."]
    guard name == index.text || kinds.contains(where: name.hasPrefix) && name.hasSuffix(".html") else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "._-".utf8.contains(byte)
      }
    }
  }
}
