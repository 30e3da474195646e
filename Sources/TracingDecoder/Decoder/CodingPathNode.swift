/// One step of a coding path. Steps refer to their parents, so that keeping a path costs no copy.
final class CodingPathNode {
  let parent: CodingPathNode?
  let key: (any CodingKey)?
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
    // `last` is the first of `keys`; the others are in reverse order.
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

/// The name of a member of a dictionary.
struct DictionaryKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// A key as the initialiser of `[String: T]` makes it: with an integer value if the name is a number.
  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = Int(stringValue)
  }

  /// A key as Foundation's decoder makes it if it decodes the dictionary itself.
  init(ofDecoder name: String) {
    stringValue = name
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

/// The last step to a value: an index, a key, or none if the value is that of the surrounding step.
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
