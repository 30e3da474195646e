import Foundation
import JSONDocument
import PayloadShape

/// So many random trials in the long tests, and a sixth of them in the others.
func trials(_ count: Int) -> Int {
  ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] == nil ? count / 6 : count
}

/// The shape of several documents together.
func shape(_ texts: [String], dictionaries: Set<String> = []) throws -> PayloadShape {
  try texts.reduce(into: PayloadShape()) { shape, text in
    shape.merge(PayloadShape(of: try JSONDocument(Array(text.utf8)), dictionaryPaths: dictionaries))
  }
}

/// What a baseline knows after several documents, one response each.
func learned(_ texts: [String]) throws -> PayloadShape {
  try texts.reduce(PayloadShape()) { try $0.absorbing(shape([$1]), except: []) }
}

func shape(_ texts: String...) throws -> PayloadShape { try shape(texts) }

/// The same text several times, with `#` replaced by the number of the copy.
func copies(_ count: Int, of text: String) -> [String] {
  (0..<count).map { number in
    text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "\(number)")
  }
}

/// What a change says, without its evidence: `member-removed $.a: string -> absent (1 of 1)`.
func summary(_ change: ShapeChange) -> String {
  let places = ([change.path] + change.paths).joined(separator: " ")
  return "\(change.kind.rawValue) \(places): \(change.before) -> \(change.after) (\(change.count) of \(change.total))"
}

/// A small generator with a seed (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// A JSON value that can be spelled in many ways.
indirect enum RandomJSON {
  case null
  case bool(Bool)
  case whole(Int)
  case tenths(Int)
  case string(String)
  case array([RandomJSON])
  case object([(String, RandomJSON)])

  private static let names = [
    "type", "status", "payload", "object", "id", "name", "url", "imageURL", "created_at", "generation-ix", "🂡", "a.b",
    "tags", "1", "2", "3", "4", "5", "6",
    "7",
    "8", "9", "2026-01-30", "2026-01-31", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "",
  ]
  private static let strings = [
    "", " ", "Rivers", "Lakes", "Mountains", "872", "https://example.com/a", "/api/v2/type/13/", "2026-01-30",
    "2025-09-25T20:31:07.000Z", "2024-05-01T09:00:00Z", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "a@example.com",
    "[\"https://i.imgur.com/1twoaDy.jpeg\"", "a text that is too long to be kept as a value of a closed set", "é\n\"\\",
  ]

  static func make(_ generator: inout SeededGenerator, depth: Int = 0) -> RandomJSON {
    switch Int.random(in: 0..<(depth < 4 ? 12 : 7), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .whole(Int.random(in: -5...1000, using: &generator))
    case 3: return .tenths(Int.random(in: -50...1000, using: &generator))
    case 4...6: return .string(strings.randomElement(using: &generator) ?? "")
    case 7, 8:
      return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in make(&generator, depth: depth + 1) })
    default:
      let members = names.shuffled(using: &generator).prefix(Int.random(in: 0...12, using: &generator))
      return .object(members.map { ($0, make(&generator, depth: depth + 1)) })
    }
  }

  /// A spelling of the value: members in any order, numbers and escapes in any form, white space anywhere.
  func text(_ generator: inout SeededGenerator) -> String {
    let space = ["", "", " ", "\n\t", "  \r\n"].randomElement(using: &generator) ?? ""
    switch self {
    case .null: return space + "null"
    case .bool(let value): return space + "\(value)"
    case .whole(let value):
      let forms = ["\(value)", "\(value).0", value == 0 ? "0e-2" : "\(value)00e-2", "\(value).000E+0"]
      return space + (forms.randomElement(using: &generator) ?? "") + space
    case .tenths(let value):
      let sign = value < 0 ? "-" : ""
      let forms = ["\(value)e-1", "\(sign)\(abs(value) / 10).\(abs(value) % 10)", "\(value).00E-01"]
      return space + (forms.randomElement(using: &generator) ?? "")
    case .string(let value): return space + Self.quoted(value, &generator)
    case .array(let elements):
      return space + "[" + elements.map { $0.text(&generator) }.joined(separator: ",") + space + "]"
    case .object(let members):
      let texts = members.shuffled(using: &generator).map { name, value in
        space + Self.quoted(name, &generator) + space + ":" + value.text(&generator)
      }
      return space + "{" + texts.joined(separator: ",") + space + "}"
    }
  }

  private static func quoted(_ text: String, _ generator: inout SeededGenerator) -> String {
    var quoted = "\""
    for unit in text.unicodeScalars {
      if unit.value < 0x20 || unit == "\"" || unit == "\\"
        || unit.value < 0x80 && Int.random(in: 0..<9, using: &generator) == 0
      {
        let digits = String(unit.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        quoted.unicodeScalars.append(unit)
      }
    }
    return quoted + "\""
  }
}
