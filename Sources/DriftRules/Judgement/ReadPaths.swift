import DriftModel

/// What a version asked for in all responses of a round, and where it failed, by path: looked up for each change, of which a provider
/// may make thousands.
struct ReadPaths: Sendable {
  private var fields: [String: FieldReading] = [:]
  private var below: [String: FieldReading] = [:]
  private var failing = PathIndex()

  /// By version. Linear in the fields and their steps.
  static func byVersion(_ examinations: [Examination]) -> [String: ReadPaths] {
    examinations.flatMap(\.versions).reduce(into: [:]) { result, facts in
      result[facts.version, default: ReadPaths()].add(facts)
    }
  }

  private mutating func add(_ facts: VersionExamination) {
    for field in facts.fields {
      Self.keep(field, at: field.pattern, in: &fields)
      for path in pathsAbove(field.pattern) { Self.keep(field, at: path, in: &below) }
    }
    for failure in facts.failures + facts.swallowed + facts.fallbacks { failing.insert(failure.pattern) }
  }

  /// Keeps the first in order, so that the order of responses and requests does not matter.
  private static func keep(_ field: FieldReading, at path: String, in fields: inout [String: FieldReading]) {
    if let known = fields[path], areInOrder(known, field) { return }
    fields[path] = field
  }

  private static func areInOrder(_ left: FieldReading, _ right: FieldReading) -> Bool {
    (left.pattern, left.owner ?? "", left.property, left.swiftType)
      <= (right.pattern, right.owner ?? "", right.property, right.swiftType)
  }

  /// What asks for `path`, or else for something below it.
  func reading(of path: String) -> FieldReading? { fields[path] ?? below[path] }

  /// What asks for the array or dictionary whose elements, or theirs, `path` names.
  func readingOfArray(around path: String) -> FieldReading? {
    var (array, found) = (path[...], FieldReading?.none)
    while let step = ["[*]", ".*"].first(where: { array.hasSuffix($0) }) {
      array = array.dropLast(step.count)
      // The outermost is the first in order.
      found = fields[String(array)] ?? found
    }
    return found
  }

  /// Whether anything failed or was swallowed at `path`, above or below it.
  func fails(near path: String) -> Bool { failing.isNear(path) }
}
