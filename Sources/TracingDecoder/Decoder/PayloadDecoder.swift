import Foundation
import JSONDocument

/// A `Decoder` over a ``JSONDocument`` that behaves as the one inside Foundation's `JSONDecoder` (6.3.1, Linux).
///
/// As in Foundation, one instance with a stack serves all nested values, and only `superDecoder()` makes another. It is
/// used by one thread.
final class PayloadDecoder: Decoder {
  let core: DecoderCore
  private let basePath: CodingPathNode
  /// The values being decoded, innermost last; never empty. This object owns the memory. It is exempt from exclusivity
  /// checks for the same reason as the properties of ``DecoderCore``.
  @exclusivity(unchecked) private var levels: UnsafeMutablePointer<Level>
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var capacity = 32

  private struct Level {
    var value: JSONValue
    var pattern: Pattern
    var step: PathStep
    /// Made on first use.
    var path: CodingPathNode?
    /// Whether the level only leads to a container's value, and Foundation's decoder has no such level.
    var isDetour = false
  }

  init(core: DecoderCore, value: JSONValue, path: CodingPathNode) {
    self.core = core
    basePath = path
    levels = .allocate(capacity: capacity)
    push(value, path.pattern, .none)
  }

  deinit {
    levels.deinitialize(count: count)
    levels.deallocate()
  }

  var document: JSONDocument { core.document }
  var configuration: DecoderConfiguration { core.configuration }
  var userInfo: [CodingUserInfoKey: Any] { core.configuration.userInfo }
  var codingPath: [any CodingKey] { path.codingPath() }

  // MARK: - The stack

  @inline(__always) var top: JSONValue { levels[count - 1].value }
  @inline(__always) var topPattern: Pattern { levels[count - 1].pattern }
  @inline(__always) var level: Int { count - 1 }
  var path: CodingPathNode { path(at: level) }

  @inline(__always)
  func push(_ value: JSONValue, _ pattern: Pattern, _ step: consuming PathStep) {
    if count == capacity { grow() }
    (levels + count).initialize(to: Level(value: value, pattern: pattern, step: step, path: nil))
    count &+= 1
  }

  @inline(__always)
  func pop() {
    count &-= 1
    (levels + count).deinitialize(count: 1)
  }

  private func grow() {
    let grown = UnsafeMutablePointer<Level>.allocate(capacity: capacity * 2)
    grown.moveInitialize(from: levels, count: count)
    levels.deallocate()
    levels = grown
    capacity *= 2
  }

  func key(at level: Int) -> (any CodingKey)? { level < count ? levels[level].step.key : nil }

  func pattern(at level: Int) -> Pattern { level < count ? levels[level].pattern : basePath.pattern }

  func path(at level: Int) -> CodingPathNode {
    guard level > 0, level < count else { return basePath }
    if let path = levels[level].path { return path }
    let outer = path(at: level - 1)
    let path = levels[level].step.key.map {
      CodingPathNode(parent: outer, key: $0, pattern: levels[level].pattern)
    }
    levels[level].path = path ?? outer
    return path ?? outer
  }

  /// The path of the container around the value being decoded, and the step from there.
  var site: (path: CodingPathNode, key: (any CodingKey)?) { (path(at: level - 1), key(at: level)) }

  /// The path that Foundation's decoder has when it reads a date: that of the surrounding value.
  var outerPath: CodingPathNode {
    var outer = level - 1
    while outer > 0, levels[outer].isDetour { outer -= 1 }
    return path(at: max(outer, 0))
  }

  /// Records that Foundation's decoder has no level of its own for the value being decoded.
  func markDetour() { levels[count - 1].isDetour = true }

  func with<T>(
    _ value: JSONValue, at path: CodingPathNode, isDetour: Bool = false, _ body: () throws -> T
  ) rethrows -> T {
    push(value, path.pattern, .none)
    levels[count - 1].path = path
    levels[count - 1].isDetour = isDetour
    defer { pop() }
    return try body()
  }

  // MARK: - Decoder

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try openObject(type)
  }

  /// Opens the value being decoded as an object. `path` is its path if that differs from the decoder's.
  func openObject<Key: CodingKey>(
    _ type: Key.Type, path: CodingPathNode? = nil
  ) throws -> KeyedDecodingContainer<Key> {
    let top = top
    guard let node = top.node, core.document.kind(of: node) == .object else {
      throw containerError([String: Any].self, core.document.kind(of: top), noun: "keyed")
    }
    if !core.document.hasPlainNames(node) { try checkNames(of: node) }
    let pattern = topPattern
    // The names in a dictionary are data and no fields.
    let plan = core.facts(type).isDictionaryKey ? nil : core.plan(at: pattern)
    let frame = core.takeFrame(for: self, type, plan)
    frame.open(node, pattern, plan, level: level, path: path)
    return frame.container(type)
  }

  func checkNames(of node: JSONNode) throws {
    do {
      try core.document.checkNames(of: node)
    } catch {
      throw invalid(JSONValue(node), String.self, path, nil, kind: .dataCorrupted)
    }
  }

  func checkName(of member: JSONNode, in object: JSONNode) throws {
    do {
      try core.document.checkName(of: member)
    } catch {
      throw invalid(JSONValue(object), String.self, path, nil, kind: .dataCorrupted)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    UnkeyedContainer(decoder: self, node: try openArray(), path: path)
  }

  func openArray() throws -> JSONNode {
    let top = top
    guard let node = top.node, core.document.kind(of: node) == .array else {
      throw containerError([Any].self, core.document.kind(of: top), noun: "unkeyed")
    }
    core.visit(node, topPattern, elements: core.document.count(of: node))
    return node
  }

  private func containerError(_ type: Any.Type, _ kind: JSONKind, noun: String) -> any Error {
    if kind == .null {
      return failure(
        .valueNotFound, Subject(value: top, requested: type, path: path, isContainer: true),
        "Cannot get \(noun) decoding container -- found null value instead")
    }
    return failure(
      .typeMismatch, Subject(value: top, requested: type, path: path, isContainer: true),
      "Expected to decode \(type) but found \(kind.foundationName) instead.")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func detached(_ value: JSONValue, at path: CodingPathNode) -> PayloadDecoder {
    PayloadDecoder(core: core, value: value, path: path)
  }
}
