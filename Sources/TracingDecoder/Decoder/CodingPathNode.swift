/// One step of a coding path; the path is read backwards from its last step, so that keeping one costs no copy.
final class CodingPathNode {
  let parent: CodingPathNode?
  let key: (any CodingKey)?
  /// The place's pattern in the trace.
  let pattern: Pattern

  init(parent: CodingPathNode?, key: (any CodingKey)?, pattern: Pattern) {
    self.parent = parent
    self.key = key
    self.pattern = pattern
  }

  /// The keys from the root to here, then `last` if there is one.
  func codingPath(appending last: (any CodingKey)? = nil) -> [any CodingKey] {
    var keys: [any CodingKey] = last.map { [$0] } ?? []
    var node: CodingPathNode? = self
    while let step = node {
      if let key = step.key { keys.append(key) }
      node = step.parent
    }
    // The last key was put first, and everything else came from the end to the root.
    return last == nil ? keys.reversed() : keys.dropFirst().reversed() + keys.prefix(1)
  }
}

/// A key of no particular type: array indexes, `super`, and names given to a key strategy.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// An element of an array, spelled as Foundation spells it.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static let `super` = PlainKey(stringValue: "super")
}

/// A name of a `[String: T]` as the dictionary's own initialiser makes a key of it: with a number, where it is one.
struct DictionaryKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = Int(stringValue)
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

/// The last step to a value: nothing where the value is the one around it, an index, or a key.
enum PathStep {
  case none
  case index(Int)
  case key(any CodingKey)

  var key: (any CodingKey)? {
    switch self {
    case .none: nil
    case .index(let index): PlainKey(index: index)
    case .key(let key): key
    }
  }
}
