import Foundation

/// An API that nobody wrote: objects with members of every kind, and responses of it, all from one seed.
struct GeneratedAPI {
  /// The responses as text.
  private(set) var responses: [String] = []
  private var random: RandomBits

  private indirect enum Kind {
    case bool, int, fraction, text, word([String]), date, fractionDate, url, uuid, nothing
    case list(Kind), object([Member]), map(Kind), mixture([Kind])
    /// Objects of kinds, each with members of its own.
    case kinds([(name: String, members: [Member])])
    /// The object that holds it once more, in a list.
    case again
  }

  private struct Member {
    let name: String
    let kind: Kind
    /// How often of a hundred it is missing, and null.
    let (missing, null): (Int, Int)
  }

  init(seed: UInt64, responses count: Int) {
    random = RandomBits(seed: seed)
    let members = makeMembers(depth: 0)
    let isList = random.chance(50)
    responses = (0..<count).map { _ in
      isList
        ? "[\((0..<random.below(12)).map { _ in text(.object(members), within: members, depth: 0) }.joined(separator: ","))]"
        : text(.object(members), within: members, depth: 0)
    }
  }

  // MARK: What there is

  private static let names = [
    "id", "name", "image_url", "createdAt", "is_active", "class", "default", "self", "Type", "init", "2nd", "user-id",
    "a.b", "émoji", "items", "address", "status", "data", "value", "description", "hashValue", "rawValue", "code",
    "x", "X", "_private", "$ref", "@type", "children", "Error", "Date", "String", "in", "protocol", "any", "some",
    "user_ID", "url", "html_url", "CodingKeys", "decoder", "container", "kind", "unknown", "nil", "true", "let", "",
  ]

  private mutating func makeMembers(depth: Int) -> [Member] {
    var names: Set<String> = []
    for _ in 0..<(2 + random.below(depth == 0 ? 8 : 5)) { names.insert(random.pick(Self.names)) }
    return names.sorted().map { name in
      Member(
        name: name, kind: makeKind(depth: depth), missing: random.chance(30) ? 5 + random.below(60) : 0,
        null: random.chance(20) ? 5 + random.below(60) : 0)
    }
  }

  private mutating func makeKind(depth: Int) -> Kind {
    switch random.below(depth < 3 ? 18 : 10) {
    case 0: .bool
    case 1: .int
    case 2: .fraction
    case 3: .text
    case 4: .word(["active", "paused", "in-progress", "default", "UNKNOWN"].shuffled(using: &random))
    case 5: .date
    case 6: .fractionDate
    case 7: .url
    case 8: .uuid
    case 9: .nothing
    case 10, 11: .list(makeKind(depth: depth + 1))
    case 12, 13: .object(makeMembers(depth: depth + 1))
    case 14: .map(makeKind(depth: depth + 1))
    case 15: .mixture([.int, .text, .object(makeMembers(depth: depth + 1))])
    case 16:
      .list(
        .kinds(
          ["paragraph", "image", "to-do"].map {
            (name: $0, members: makeMembers(depth: depth + 1).filter { $0.name != "type" })
          }))
    default: .again
    }
  }

  // MARK: Text

  private mutating func text(_ kind: Kind, within members: [Member], depth: Int) -> String {
    switch kind {
    case .bool: return random.chance(50) ? "true" : "false"
    case .int: return "\(Int(random.next() % 2_000_000) - 1_000_000)"
    case .fraction: return "\(Double(random.below(100_000)) / 16)"
    case .text:
      return "\"\(random.pick(["", "ä\\n\\\"", "some words", "2024-13-99", "http://[", "-"])) \(random.below(1000))\""
    case .word(let words): return "\"\(random.pick(words))\""
    case .date: return "\"20\(10 + random.below(15))-0\(1 + random.below(9))-1\(random.below(10))T10:00:00Z\""
    case .fractionDate: return "\"2024-05-1\(random.below(10))T10:00:00.\(random.below(1000))Z\""
    case .url: return "\"https://example.com/\(random.below(1000))\""
    case .uuid: return "\"\(random.uuid())\""
    case .nothing: return random.chance(50) ? "null" : "[]"
    case .list(let element):
      return
        "[\((0..<random.below(5)).map { _ in text(element, within: members, depth: depth + 1) }.joined(separator: ","))]"
    case .map(let value):
      return
        "{\((0..<random.below(6)).map { _ in "\"\(random.uuid())\":\(text(value, within: members, depth: depth + 1))" }.joined(separator: ","))}"
    case .mixture(let kinds): return text(random.pick(kinds), within: members, depth: depth + 1)
    case .kinds(let kinds):
      let kind = random.pick(kinds)
      return object([("\"type\"", "\"\(kind.name)\"")], kind.members, depth)
    case .object(let own): return object([], own, depth)
    case .again:
      guard depth < 6 else { return "[]" }
      return "[\((0..<random.below(2)).map { _ in object([], members, depth + 1) }.joined(separator: ","))]"
    }
  }

  private mutating func object(_ first: [(String, String)], _ members: [Member], _ depth: Int) -> String {
    var parts = first.map { "\($0.0):\($0.1)" }
    for member in members where !random.chance(member.missing) {
      let value = random.chance(member.null) ? "null" : text(member.kind, within: members, depth: depth + 1)
      parts.append("\"\(member.name)\":\(value)")
    }
    return "{\(parts.joined(separator: ","))}"
  }
}

/// Random numbers that a seed decides (xorshift64*, Vigna 2016).
struct RandomBits: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % max(1, bound) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func uuid() -> String {
    let hex = String(next() | 1 << 63, radix: 16) + String(next() | 1 << 63, radix: 16)
    let digits = Array(hex)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
