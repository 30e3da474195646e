/// Changes payloads at random: one to three values, names or members replaced, removed, doubled or wrapped, or bytes broken.
struct PayloadMutator {
  /// One change of a text.
  private struct Edit {
    let range: Range<Int>
    let text: [UInt8]
  }

  private var random: SplitMix
  /// Pieces of other payloads.
  private let pieces: [[UInt8]]

  private static let values = [
    "null", "true", "false", "0", "1", "7", "-1", "1.5", "-0", "-0.0", "1.0", "1e2", "1e400", "1e-400", "0e-400", "01",
    "1.", "1+1", "127", "128", "255", "256", "65536", "4294967296", "9223372036854775808", "9007199254740993.5",
    "12345678901234567890.5", "0.99999999999999999999", "340282366920938463463374607431768211456", "1e39", "1e128",
    #""""#, #""x""#, #""Red""#, #""red""#, #""1""#, #""12.5""#, #""true""#, #""a b""#, #""inf""#, #""nan""#,
    #""Infinity""#, #""other""#, #""2024-01-02T03:04:05Z""#, #""2024-01-02T03:04:05.678Z""#, #""2024-01-02""#,
    #""1700000000""#, #""aGk=""#, #""\u0061Gk=""#, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""https://a.b/c?d=é""#,
    #""\ud800""#, #""\ud83d\ude00""#, #""\u0000""#, #""\q""#, "\"\u{1}\"", "[]", "{}", "[1]", "[null]", "[{}]",
    "[[1]]", #"["a",1,null]"#, #"{"x":1}"#, #"{"id":1}"#, #"{"x":1,"x":null}"#, #"{"_0":1}"#, #"{"$date":1}"#,
    #"{"a":null}"#, #"{"a_b":{"c_d":1}}"#, "[1,2,]", #"{"x":1,}"#,
  ].map { Array($0.utf8) }

  private static let names = [
    "other", "x", "id", "Id", "ID", "_id", "id_", "i_d", "", "a_b", "aB", "1", "1_0", "_0", "super", "type", "\\u0078",
    "\\q", "e\u{301}", "\u{e9}", "$date",
  ].map { Array($0.utf8) }

  init(generator: SplitMix, pieces: [[UInt8]] = []) {
    random = generator
    self.pieces = pieces
  }

  mutating func mutate(_ seed: Seed) -> [UInt8] {
    var edits: [Edit] = []
    // One change mostly: after three, little is left to be accepted.
    for _ in 0..<(Bool.random(using: &random) ? 1 : Int.random(in: 1...3, using: &random)) {
      guard let edit = edit(of: seed), !edits.contains(where: { Self.meet($0.range, edit.range) }) else { continue }
      edits.append(edit)
    }
    var bytes = seed.bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text)
    }
    switch Int.random(in: 0..<40, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 0...min(bytes.count, 9), using: &random))
    case 1, 2:
      if let index = bytes.indices.randomElement(using: &random) {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
    default: break
    }
    return bytes
  }

  /// Touching ranges count: a comma between two of them could go twice.
  private static func meet(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.lowerBound <= other.upperBound && other.lowerBound <= one.upperBound
  }

  private mutating func edit(of seed: Seed) -> Edit? {
    guard let site = seed.sites.randomElement(using: &random) else {
      return seed.bytes.indices.randomElement(using: &random).map {
        Edit(range: $0..<($0 + 1), text: [UInt8.random(in: 0...255, using: &random)])
      }
    }
    let value = Array(seed.bytes[site.value])
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: return Edit(range: site.removal, text: [])
    case 2: return doubled(site, seed)
    case 3, 4: return renamed(site, seed)
    case 5:
      let (before, after) = Bool.random(using: &random) ? ("[", "]") : (#"{"value":"#, "}")
      return Edit(range: site.value, text: Array(before.utf8) + value + Array(after.utf8))
    case 6: return site.isContainer ? Edit(range: site.value, text: Array("null".utf8)) : respelled(site, value)
    case 7, 8: return (pieces.randomElement(using: &random)).map { Edit(range: site.value, text: $0) }
    default: return Self.values.randomElement(using: &random).map { Edit(range: site.value, text: $0) }
    }
  }

  /// The same member or element twice, or one of its name before or after it with another value.
  private mutating func doubled(_ site: Seed.Site, _ seed: Seed) -> Edit? {
    guard site.whole != site.value || site.removal != site.whole else { return nil }
    let whole = Array(seed.bytes[site.whole])
    var other = whole
    if Bool.random(using: &random), let value = Self.values.randomElement(using: &random) {
      let offset = site.value.lowerBound - site.whole.lowerBound
      other = Array(whole[..<offset]) + value
    }
    let comma = [UInt8(ascii: ",")]
    return Edit(range: site.whole, text: Bool.random(using: &random) ? other + comma + whole : whole + comma + other)
  }

  private mutating func renamed(_ site: Seed.Site, _ seed: Seed) -> Edit? {
    guard let name = site.name else { return nil }
    let old = Array(seed.bytes[name])
    let text: [UInt8]? =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: Array(String(decoding: old, as: UTF8.self).uppercased().utf8)
      case 1: [UInt8(ascii: "_")] + old
      case 2: old + [UInt8(ascii: "_")]
      case 3:
        old.first.flatMap { first in
          first < 0x80 && first > 0x2F && first != UInt8(ascii: "\\")
            ? Array("\\u00\(String(first, radix: 16))".utf8) + old.dropFirst() : nil
        }
      default: Self.names.randomElement(using: &random)
      }
    return text.map { Edit(range: name, text: $0) }
  }

  /// A number in another form, a text with an escape, anything with white space around it.
  private mutating func respelled(_ site: Seed.Site, _ value: [UInt8]) -> Edit {
    let forms: [(String, String)] =
      value.first == UInt8(ascii: "\"")
      ? [(" ", "\n"), ("", " "), ("\t", "")]
      : [("", ".0"), ("", "e0"), ("", "e2"), ("-", ""), ("\"", "\""), ("", ".5")]
    guard let form = forms.randomElement(using: &random) else { return Edit(range: site.value, text: value) }
    return Edit(range: site.value, text: Array(form.0.utf8) + value + Array(form.1.utf8))
  }
}
