public import JSONDocument
public import PayloadShape

/// What can be new in a response, as digests: kinds and formats at each path, members that may be missing or null, words that code reads,
/// and what failed.
///
/// A response that has no feature which recorded ones lack tells nothing that they do not.
public struct ResponseFeatures: Sendable, Equatable {
  private var digests: Set<UInt64> = []

  /// None.
  public init() {}

  /// Of a shape that was learned from one response. Linear in its paths.
  public init(of shape: PayloadShape) {
    for node in ShapeOutline(of: shape).nodes {
      let path = Self.path(node.path)
      for kind in node.kinds { add(path, "kind", kind.rawValue) }
      for format in node.formats { add(path, "format", format.rawValue) }
      if !node.isRequired { add(path, "missing", "") }
      if node.kinds.contains(.number), !node.isWhole { add(path, "fraction", "") }
      if node.lengths?.lowerBound == 0 { add(path, "empty", "") }
    }
  }

  /// Adds the texts and numbers at some paths; what cannot be read as a path adds nothing. Linear in the document for each path.
  public mutating func addWords(at paths: some Sequence<String>, in document: JSONDocument) {
    for path in paths {
      guard let nodes = try? JSONPath(path).nodes(in: document) else { continue }
      for node in nodes where [.string, .number].contains(document.kind(of: node)) {
        add(path, "word", String(decoding: document.bytes(of: node), as: UTF8.self))
      }
    }
  }

  /// Adds what failed, each in words of its own.
  public mutating func addFailures(_ failures: some Sequence<String>) {
    for failure in failures { add(failure, "failure", "") }
  }

  /// Adds those of another response.
  public mutating func formUnion(_ other: ResponseFeatures) { digests.formUnion(other.digests) }

  /// Whether all of them are among `others`.
  public func isSubset(of others: ResponseFeatures) -> Bool { digests.isSubset(of: others.digests) }

  /// The digests, each once.
  var all: Set<UInt64> { digests }

  /// How many there are.
  public var count: Int { digests.count }

  private mutating func add(_ path: String, _ kind: String, _ value: String) {
    digests.insert(FNV1a.hash("\(path.utf8.count):\(path) \(kind) \(value)".utf8))
  }

  /// A path in which names that are data are `.*`, so that another customer's number is no other path.
  public static func path(_ pattern: String) -> String {
    var (result, rest) = ("", pattern[...])
    while let character = rest.first {
      if rest.hasPrefix("[\"") {
        rest = rest.dropFirst(2)
        var (name, isEscaped) = ("", false)
        while let character = rest.popFirst() {
          if character == "\"", !isEscaped { break }
          isEscaped = character == "\\" && !isEscaped
          name.append(character)
        }
        if rest.first == "]" { rest.removeFirst() }
        result += MemberName.isDeclared(name) ? "[\"\(name)\"]" : ".*"
      } else if character == "." {
        let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
        rest = rest[name.endIndex...]
        result += name == "*" || MemberName.isDeclared(String(name)) ? ".\(name)" : ".*"
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }

  /// Whether a name is random, digits, a date or an identifier, as shapes take it.
  static func isData(_ name: String) -> Bool { PayloadShape.isData(name: name) }
}

/// How many responses have which features, so that one without which nothing is missed can be named at once.
public struct ResponseFeatureCounts: Sendable {
  private var counts: [UInt64: Int] = [:]

  /// Of no response.
  public init() {}

  /// Counts a response.
  public mutating func add(_ features: ResponseFeatures) {
    for digest in features.all { counts[digest, default: 0] += 1 }
  }

  /// Takes one out that was counted.
  public mutating func remove(_ features: ResponseFeatures) {
    for digest in features.all { counts[digest, default: 1] -= 1 }
  }

  /// Whether other counted responses have everything that a counted one has.
  public func isCoveredByOthers(_ features: ResponseFeatures) -> Bool {
    features.all.allSatisfy { counts[$0] ?? 0 > 1 }
  }
}
