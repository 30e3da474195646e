import Foundation
import JSONDocument
import Testing

@testable import Scaffolding

@Suite("Types that are inferred from responses")
struct InferenceTests {
  private static let proof = SourceProof(
    environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) })

  private static func inference(_ name: String, _ responses: [String]) throws -> DTOInference {
    var inference = DTOInference(name: name)
    for response in responses { inference.add(try JSONDocument(Array(response.utf8))) }
    return inference
  }

  /// All ways to write types.
  private static let forms: [DTOInference.Options] = [
    (DTOInference.Options.Keys.codingKeys, DTOInference.Options.Layout.topLevel, false), (.snakeCase, .topLevel, true),
    (.codingKeys, .nested, false), (.snakeCase, .nested, false), (.codingKeys, .topLevel, true),
  ].map { keys, layout, hasDomain in
    var options = DTOInference.Options()
    (options.keys, options.layout, options.hasDomain) = (keys, layout, hasDomain)
    return options
  }

  /// What responses hold, with lines of the types that they lead to.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let responses: [String]
    let lines: [String]
  }

  private static let statuses = (0..<30).map { #"{"status": "\#(["active", "paused", "default"][$0 % 3])"}"# }
  private static let blocks = (0..<30).map { index in
    ["{\"type\":\"text\",\"text\":\"a\"}", "{\"type\":\"image\",\"url\":\"x\",\"width\":1}", "{\"type\":\"line\"}"][
      index % 3]
  }

  private static let oddKinds = list(36) {
    [
      #"{"init": "init", "a": 1, "b": 2}"#, #"{"init": "self", "c": 1, "d": 2}"#, #"{"init": "unknown", "e": 1}"#,
    ][$0 % 3]
  }
  private static let oddWords = list(36) {
    #"{"init": "init", "a": 1, "b": 2, "w": "\#(["unknown", "unrecognized", "default"][$0 % 3])"}"#
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[\((0..<count).map(element).joined(separator: ","))]"
  }

  static let cases = [
    Case(
      testDescription: "missing and null members are optional, with the count",
      responses: [#"[{"id": 1, "a": 2, "b": null}, {"id": 2, "b": 3}]"#],
      lines: ["let id: Int", "/// There in 1 of 2.", "let a: Int?", "/// Null in 1 of 2.", "let b: Int?"]),
    Case(
      testDescription: "numbers are Int where all are whole, and Double where one is not or is too large",
      responses: [#"{"a": 1, "b": 1.5, "c": 18446744073709551615, "d": 1.0}"#],
      lines: ["let a: Int", "let b: Double", "let c: Double", "let d: Double"]),
    Case(
      testDescription: "dates, URLs and UUIDs have their types, and a decoder that reads them",
      responses: [
        #"{"at": "2024-05-01T10:00:00Z", "url": "https://example.com/a", "id": "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "day": "2024-05-01"}"#
      ],
      lines: [
        "let at: Date", "let url: URL", "let id: UUID", "let day: String", "decoder.dateDecodingStrategy = .iso8601",
      ]),
    Case(
      testDescription: "dates with fractions get a strategy that phones read too",
      responses: [#"{"at": "2024-05-01T10:00:00.123Z", "then": "2024-05-01T10:00:00Z"}"#],
      lines: ["let at: Date", "let then: Date", "decoder.dateDecodingStrategy = .custom { decoder in"]),
    Case(
      testDescription: "few words again and again are an enum that survives new ones",
      responses: ["[\(statuses.joined(separator: ","))]"],
      lines: ["enum Status: String, Decodable {", "case active, `default`, paused", "case unknown = \"\""]),
    Case(
      testDescription: "keys that are data are a dictionary",
      responses: [#"{"by": {"2024-01-01": {"n": 1}, "2024-01-02": {"n": 2, "m": 1}}}"#],
      lines: ["let by: [String: By]", "let n: Int", "let m: Int?"]),
    Case(
      testDescription: "codes of one kind are a dictionary, and a few members in capitals are none",
      responses: [
        #"{"rates": {"AUD": 1, "CHF": 2.5, "EUR": 1, "GBP": 1, "JPY": 9, "NOK": 1, "SEK": 1, "USD": 1}, "at": {"X": 1, "Y": 2}}"#
      ], lines: ["let rates: [String: Double]", "let at: At", "let x: Int"]),
    Case(
      testDescription: "objects that contain themselves are one type, a class where no list is between",
      responses: [
        #"{"id": 1, "name": "a", "parent": {"id": 2, "name": "b", "parent": null}}"#,
        #"{"id": 1, "name": "a", "parent": {"id": 2, "name": "b", "parent": {"id": 3, "name": "c", "parent": null}}}"#,
      ],
      lines: ["final class Thing: Decodable {", "let parent: Thing?"]),
    Case(
      testDescription: "objects in a list whose kind a member names are an enum of structures",
      responses: ["[\(blocks.joined(separator: ","))]"],
      lines: [
        "enum Thing: Decodable {", "case text(TextThing)", "case image(ImageThing)", "case unknown(String)",
        "case \"image\": self = .image(try ImageThing(from: decoder))", "let width: Int",
      ]),
    Case(
      testDescription: "values of several types are an enum of them",
      responses: [#"[{"value": 1}, {"value": "x"}, {"value": {"a": 1}}, {"value": null}]"#],
      lines: ["let value: ThingValue?", "case number(Int)", "case text(String)", "case object(Value)"]),
    Case(
      testDescription: "reserved words and odd names compile",
      responses: [#"{"class": 1, "self": 2, "Type": 3, "init": 4, "2fa": 5, "": 6, "ä": 7, "a_b": 8, "aB": 9}"#],
      lines: ["let `class`: Int", "let selfValue: Int", "let type: Int", "let `init`: Int", "let _2fa: Int"]),
    Case(
      testDescription: "what was only ever null or empty reads whatever comes",
      responses: [#"{"a": null, "b": []}"#],
      lines: ["/// Only ever null.", "let a: Unseen?", "let b: [Unseen]", "struct Unseen: Decodable {}"]),
    Case(
      testDescription: "equal objects are one type, named after its members if its places have too many names",
      responses: [#"{"a": {"name": "x", "url": "y"}, "b": {"name": "x", "url": "y"}, "c": {"name": "x", "url": "y"}}"#],
      lines: ["struct NameURL: Decodable {", "let a: NameURL", "let c: NameURL"]),
    Case(
      testDescription: "lists in lists in lists do not grow the compiler's time",
      responses: [String(repeating: "[", count: 60) + String(repeating: "]", count: 60)],
      lines: ["enum ThingValue: Decodable {"]),
    Case(
      testDescription: "kinds and words have any name", responses: [oddKinds, oddWords],
      lines: ["case unrecognized(String)", "case unknown2 = \"\""]),
    Case(
      testDescription: "a response may be a single value", responses: ["3", "4"],
      lines: ["typealias ThingResponse = Int"]),
  ]

  @Test("Responses lead to types that compile and decode them", arguments: cases)
  func types(_ sample: Case) throws {
    let inference = try Self.inference("Thing", sample.responses)
    let source = inference.source()
    let lines = source.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for line in sample.lines { #expect(lines.contains(line), "\(line)\n\(source.text)") }
    #expect(try Self.proof.run(source, on: sample.responses.map { Array($0.utf8) }) == .proved, "\(source.text)")
  }

  @Test("Keys in snake case are converted as Foundation does it, also behind digits and hyphens")
  func snakeCase() throws {
    let response =
      #"{"price_change_24h": 1.5, "rank_1st": 2, "a-b_c-d": 3, "_x_y_": 4, "URL_of": 5, "product_response": {"id": 1}}"#
    for options in Self.forms {
      let source = try Self.inference("Product", [response]).source(options)
      #expect(try Self.proof.run(source, on: [Array(response.utf8)]) == .proved, "\(source.text)")
    }
    let list = #"[{"product_response": {"id": 1}}]"#
    let source = try Self.inference("Product", [list]).source(Self.forms[4])
    #expect(try Self.proof.run(source, on: [Array(list.utf8)]) == .proved, "\(source.text)")
  }

  @Test("Types do not decode what none of their responses was like", arguments: [#"{"id": "x"}"#, "{}", "[]"])
  func strictness(_ other: String) throws {
    let source = try Self.inference("Thing", [#"{"id": 1}"#]).source()
    guard case .undecodable(1, _) = try Self.proof.run(source, on: [Array(other.utf8)]) else {
      Issue.record("\(other) was decoded")
      return
    }
  }

  /// $DRIFTWATCH_INFERENCES APIs are tried, else a few.
  private static let trials = Int(ProcessInfo.processInfo.environment["DRIFTWATCH_INFERENCES"] ?? "") ?? 3

  @Test(
    "Types of APIs that nobody wrote compile and decode every response, and are optional exactly where values were missing or null"
  )
  func generated() throws {
    for seed in 0..<Self.trials {
      let api = GeneratedAPI(seed: UInt64(seed), responses: 1 + seed % 25)
      let bodies = api.responses.map { Array($0.utf8) }
      let inference = try Self.inference("Thing", api.responses)
      let source = inference.source(Self.forms[seed % Self.forms.count])
      let outcome = try Self.proof.run(source, on: bodies)
      #expect(outcome == .proved, "seed \(seed): \(outcome)\n\(source.text)")
      var presence = Presence(inference.deduction(.init()))
      for body in bodies {
        presence.add(try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed))
      }
      #expect(presence.disagreements.isEmpty, "seed \(seed): \(presence.disagreements)")
    }
  }

  @Test("Types of the recorded corpora compile and decode every response", .enabled(if: corpus != nil))
  func corpora() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.corpus ?? "").filter {
      $0.hasSuffix(".json") && $0.contains("/api/")
    }
    // The files of one kind of thing at all times: pokeapi/2020-06-03/api/v2/pokemon/1/index.json.
    let groups = Dictionary(grouping: files) { path in
      let parts = path.split(separator: "/")
      return "\(parts.dropFirst(4).dropLast(parts.count > 6 ? 2 : 1).first ?? "root") \(parts.count)"
    }
    let isLong = ProcessInfo.processInfo.environment["DRIFTWATCH_INFERENCES"] != nil
    let chosen = groups.sorted { $0.key < $1.key }.enumerated().filter { isLong || $0.offset % 12 == 0 }.map(\.element)
    var count = 0
    for (name, paths) in chosen {
      let texts = try paths.sorted().map { try String(contentsOfFile: "\(Self.corpus ?? "")/\($0)", encoding: .utf8) }
      let inference = try Self.inference("Thing", texts)
      for options in isLong ? Self.forms : [Self.forms[count % Self.forms.count]] {
        let source = inference.source(options)
        let outcome = try Self.proof.run(source, on: texts.map { Array($0.utf8) })
        #expect(outcome == .proved, "\(name): \(outcome)")
      }
      count += 1
    }
    #expect(count > 0)
  }

  private static let corpus = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"]
}

/// Whether each property's optional is needed and suffices, by walking types and values side by side.
private struct Presence {
  private let (deduction, root): (TypeDeduction, InferredType)
  /// By declaration and member: whether it was missing or null, and whether it was reached at all.
  private var lacked: [[String]: Bool] = [:]

  init(_ deduced: (TypeDeduction, [InferredType])) { (deduction, root) = (deduced.0, deduced.1[0]) }

  mutating func add(_ value: Any) { walk(value, root) }

  /// Members that are optional without need, or not optional though they were missing.
  var disagreements: [String] {
    deduction.declarations.enumerated().flatMap { index, declaration -> [String] in
      guard case .structure(let properties) = declaration.form else { return [] }
      return properties.compactMap { property in
        guard let lacked = lacked["\(index)", property.key], lacked != property.type.isOptional else { return nil }
        return "\(index).\(property.key): \(property.type)"
      }
    }
  }

  private mutating func walk(_ value: Any, _ type: InferredType) {
    switch type {
    case .optional(let inner): if !(value is NSNull) { walk(value, inner) }
    case .array(let inner): for element in value as? [Any] ?? [] { walk(element, inner) }
    case .dictionary(let inner): for element in (value as? [String: Any] ?? [:]).values { walk(element, inner) }
    case .declared(let index): walk(value, declared: index)
    default: break
    }
  }

  private mutating func walk(_ value: Any, declared index: Int) {
    switch deduction.declarations[index].form {
    case .words: break
    case .structure(let properties):
      guard let object = value as? [String: Any] else { return }
      for property in properties {
        let member = object[property.key]
        let isLacking = member == nil || member is NSNull
        lacked["\(index)", property.key] = (lacked["\(index)", property.key] ?? false) || isLacking
        if let member { walk(member, property.type) }
      }
    case .union(let alternatives):
      for alternative in alternatives {
        let isOwn =
          switch alternative.name {
          case "list": value is [Any]
          case "object": value is [String: Any]
          default: false
          }
        if isOwn { walk(value, alternative.type) }
      }
    case .kinds(let member, let kinds):
      guard let object = value as? [String: Any], let name = object[member] as? String else { return }
      for kind in kinds where kind.name == name { walk(value, kind.type) }
    }
  }
}

extension [[String]: Bool] {
  fileprivate subscript(index: String, key: String) -> Bool? {
    get { self[[index, key]] }
    set { self[[index, key]] = newValue }
  }
}
