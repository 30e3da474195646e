import Foundation

/// An API that never changes, with stated rates at which its members are absent or null; or one that changes at one response.
struct SteadyAPI {
  /// How its responses are made of records.
  enum Form: String, CaseIterable {
    /// One object, made anew for each response.
    case single
    /// Three records, made anew for each response.
    case shortList
    /// None, one, two, five or nine records, made anew for each response.
    case search
    /// Five to thirty records, made anew for each response.
    case freshList
    /// The same thirty records polled again and again; one in fifty is replaced at each poll, and keeps what it was made of.
    case slowList
    /// Five responses of one record each, as declared samples or followed links give them. Of every second such API they are the same
    /// records again and again, of which one in fifty is replaced at each poll; of the others they are made anew.
    case samples
  }

  /// A member with its rates.
  struct Member {
    var name: String
    var kind: Kind
    /// Share of records that hold it.
    var presence: Double
    /// Share of those that hold null.
    var nulls: Double
    /// Responses before the first that may hold it; what came later goes missing at the same rates as all else.
    var begins = 0
    /// Whether a response holds it in each of its records or in none, as of servers that are not updated at the same moment.
    var isOfResponses = false

    enum Kind {
      case number
      case text
      /// A closed set: upper bounds of a die for each of its values.
      case vocabulary([Double])
      /// An array of objects with an optional member and one that comes after so many responses, empty at a rate.
      case array(empty: Double, laterBegins: Int)
      case date
      case url
    }
  }

  typealias Record = [(name: String, value: String)]

  /// Presence rates that are tried, from 0.1 % to 99.9 %.
  static let rates = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.997, 0.999]
  /// Members of an API; the first ``steadyMembers`` are always there and never null, the last ``lateMembers`` come later.
  static let memberCount = 16
  static let steadyMembers = 4
  static let lateMembers = 4
  /// How many responses there are without a member that comes later.
  static let beginnings = [1, 1, 2, 3, 5, 10, 20, 50, 100, 300]

  let form: Form
  let members: [Member]
  private var random: Dice
  /// The records of the last response, before anything is left out.
  private(set) var records: [Record] = []
  /// Responses so far that held records.
  private var responseCount = 0
  private var nextID = 1
  /// Member that goes missing, and from which share of the responses or of the records; nil while nothing changes.
  var vanishing: (name: String, share: Double, isOfRecords: Bool)?

  /// Whether the records of samples are the same ones again and again.
  let keepsRecords: Bool
  /// What numbers under some names are multiplied by.
  private var factors: [String: Int] = [:]

  /// An API drawn by `seed` and `index`.
  init(form: Form, seed: UInt64, index: Int) {
    self.form = form
    keepsRecords = index % 2 == 0
    var random = Dice(seed: seed &+ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
    members = (0..<Self.memberCount).map { number in
      let isSteady = number < Self.steadyMembers
      var member = Member(
        name: "member\(number)", kind: Self.kind(number, &random), presence: isSteady ? 1 : random.element(Self.rates),
        nulls: isSteady || random.chance(0.5) ? 0 : 1 - random.element(Self.rates))
      if number >= Self.memberCount - Self.lateMembers {
        member.begins = random.element(Self.beginnings)
        member.isOfResponses = random.chance(0.5)
      }
      return member
    }
    self.random = random
  }

  private static func kind(_ number: Int, _ random: inout Dice) -> Member.Kind {
    switch number % 6 {
    case 0: return .number
    case 1: return .text
    case 2:
      let size = random.element([2, 3, 5, 8, 12, 20, 32, 60, 120, 200])
      let skew = random.element([0, 0.5, 1, 1.5, 2])
      let weights = (1...size).map { pow(Double($0), -skew) }
      var sum = 0.0
      return .vocabulary(
        weights.map { weight in
          sum += weight
          return sum
        })
    case 3: return .array(empty: random.element([0, 0.01, 0.5, 0.99]), laterBegins: random.element(beginnings))
    case 4: return .date
    default: return .url
    }
  }

  /// Whether a member of this name came later.
  func hasLateMember(_ name: String) -> Bool { members.contains { $0.name == name && $0.begins > 0 } }

  /// The responses to the next check, and the records in each.
  mutating func responses() -> [(text: [UInt8], records: [Record])] {
    let isMissing = vanishing.map { $0.isOfRecords || random.chance($0.share) } ?? false
    func text(_ record: Record) -> String {
      var missing = isMissing ? vanishing?.name : nil
      if let vanishing, vanishing.isOfRecords, !random.chance(vanishing.share) { missing = nil }
      return "{" + record.filter { $0.name != missing }.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",")
        + "}"
    }
    makeRecords()
    // What comes later comes after the first records, since nobody can tell what an empty list would have held.
    defer { if !records.isEmpty { responseCount += 1 } }
    let left = Set(members.filter { $0.isOfResponses && !random.chance($0.presence) }.map(\.name))
    let shown = left.isEmpty ? records : records.map { record in record.filter { !left.contains($0.name) } }
    switch form {
    case .single, .samples: return shown.map { (Array(text($0).utf8), [$0]) }
    case .shortList, .search, .freshList, .slowList:
      return [(Array(("[" + shown.map(text).joined(separator: ",") + "]").utf8), shown)]
    }
  }

  private mutating func makeRecords() {
    switch form {
    case .single: records = [record()]
    case .shortList: records = (0..<3).map { _ in record() }
    case .search: records = (0..<random.element([0, 1, 2, 5, 9])).map { _ in record() }
    case .freshList: records = (0..<random.number(5...30)).map { _ in record() }
    case .slowList: keep(30)
    case .samples:
      if !keepsRecords { records = [] }
      keep(5)
    }
  }

  /// So many records, of which one in fifty is another one than before.
  private mutating func keep(_ count: Int) {
    for member in members where member.begins > 0 && member.begins == responseCount {
      for index in records.indices { records[index] += added(member) }
    }
    while records.count < count { records.append(record()) }
    for index in records.indices where random.chance(0.02) { records[index] = record() }
  }

  private mutating func record() -> Record {
    var record: Record = [("id", "\(nextID)")]
    nextID += 1
    for member in members where member.begins <= responseCount { record += added(member) }
    return multiplied(record)
  }

  /// What a new record has of a member: once or not at all.
  private mutating func added(_ member: Member) -> Record {
    guard member.isOfResponses || random.chance(member.presence) else { return [] }
    return [(member.name, random.chance(member.nulls) ? "null" : value(member.kind))]
  }

  /// From now on the numbers under a name are so many times larger, in the records that are there and in those to come.
  mutating func multiply(_ name: String, by factor: Int) {
    factors[name] = factor
    for index in records.indices { records[index] = multiplied(records[index]) }
  }

  private func multiplied(_ record: Record) -> Record {
    guard !factors.isEmpty else { return record }
    return record.map { name, value in
      guard let factor = factors[name], let number = Int(value) else { return (name, value) }
      return (name, "\(number * factor)")
    }
  }

  private mutating func value(_ kind: Member.Kind) -> String {
    switch kind {
    case .number: return "\(random.number(0...99_999))"
    case .text: return "\"title \(random.number(0...999_999))\""
    case .date: return "\"2026-1\(random.number(0...2))-\(random.number(10...28))\""
    case .url: return "\"https://img.example.com/\(random.number(0...999_999)).png\""
    case .vocabulary(let bounds):
      let draw = random.fraction() * (bounds.last ?? 1)
      return "\"value \(bounds.firstIndex { draw < $0 } ?? 0)\""
    case .array(let empty, let laterBegins):
      if random.chance(empty) { return "[]" }
      let items = (0..<random.number(1...4)).map { _ in
        "{\"a\":1" + (random.chance(0.97) ? ",\"b\":\(nextID)" : "")
          + (responseCount >= laterBegins && random.chance(0.97) ? ",\"c\":true" : "") + "}"
      }
      return "[" + items.joined(separator: ",") + "]"
    }
  }
}

/// A seeded generator (xorshift64*, Vigna 2016), so that a run can be repeated.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed | 1
    for _ in 0..<8 { _ = next() }
  }

  private mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// From 0 up to 1.
  mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  mutating func chance(_ probability: Double) -> Bool { probability >= 1 || fraction() < probability }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + min(range.count - 1, Int(fraction() * Double(range.count)))
  }

  mutating func element<Element>(_ items: [Element]) -> Element { items[number(0...(items.count - 1))] }
}
