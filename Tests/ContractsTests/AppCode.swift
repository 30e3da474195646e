import ContractKit
import Foundation
import Testing

/// What a release of an app makes of one response, reached as the monitor reaches it: through the adapter.
struct AppCode {
  let reads: AnyReads
  let version: Version

  init(_ contract: Contract, _ version: String, _ endpoint: String) throws {
    self.version = try #require(contract.version(version))
    reads = try #require(self.version.reads(endpoint))
  }

  /// The decoded response; throws what the app's decoder throws.
  func decode(_ body: Data) throws -> Any {
    let decoder = reads.makeDecoder()
    return try decoder.decode(reads.responseType, from: body)
  }

  /// Domain values in the order of the records; `nil` where the mapping drops one.
  func domain(_ body: Data, _ mapping: String? = nil, context: [String: String] = [:]) async throws -> [Value?] {
    let mapping = try #require(reads.mappings.first { mapping == nil || $0.name == mapping })
    let records = try #require(mapping.records(try decode(body)))
    var values: [Value?] = []
    let map = try await mapping.begin()
    for record in records {
      let value = try await map(record, MappingContext(context))
      values.append(value.map { Value($0, of: mapping) })
    }
    return values
  }

  func domain(_ json: String, context: [String: String] = [:]) async throws -> [Value?] {
    try await domain(Data(json.utf8), context: context)
  }
}

/// A domain value, seen from outside its module.
struct Value {
  let raw: Any
  let mapping: AnyMapping

  init(_ raw: Any, of mapping: AnyMapping) {
    self.raw = raw
    self.mapping = mapping
  }

  /// A stored property or an observed one as text; optionals unwrapped, `nil` for none.
  subscript(name: String) -> String? {
    if let observed = mapping.properties.first(where: { $0.name == name })?.read(raw) { return Value.text(observed) }
    var mirror: Mirror? = Mirror(reflecting: raw)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == name }) { return Value.text(child.value) }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// The parts of its identity as text.
  var identity: [String]? { mapping.identity?(raw)?.map { Value.text($0.base) ?? "" } }

  /// Names of the rules that do not hold.
  var brokenRules: [String] { mapping.rules.filter { !$0.holds(raw) }.map(\.name) }

  static func text(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    return mirror.children.first.flatMap { text($0.value) }
  }
}
