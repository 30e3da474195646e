import JSONDocument
import System

/// The source code of a program that tries the app's types on responses; it is compiled with the app's files.
///
/// It is called with the index of a type, the folder, and how many attempts it leaves out. It says the number of each attempt before it
/// begins, since the app's code may end the program there, and prints a line for each way in which the type decodes all responses of an
/// endpoint: endpoint, decoder, place, the number of members that were read, and which of a wrapper's keys was met.
struct TrialProgram {
  /// What each line begins with, since the app's own code may print too.
  static let mark = "driftwatch-trial"
  /// What an attempt is called, and the end.
  static let (attempt, end) = ("attempt", "end")
  private(set) var types: [String]
  private(set) var decoders: [AppDecoder]
  /// By endpoint: the files of its responses, and the member that holds the only list of objects.
  let endpoints: [(files: [String], list: String?)]

  init(types: [String], decoders: [AppDecoder], endpoints: [(files: [String], list: String?)]) {
    (self.types, self.decoders, self.endpoints) = (types, decoders, endpoints)
  }

  /// The main file.
  var text: String {
    let cases = types.indices.map { "case \($0): driftwatchType\($0)()" }
    let makers = decoders.indices.map { "driftwatchDecoder\($0)" }
    let places = endpoints.map { endpoint in
      "([\(endpoint.files.map(SwiftLiteral.text).joined(separator: ", "))], \(endpoint.list.map(SwiftLiteral.text) ?? "nil"))"
    }
    return """
      import Foundation

      let driftwatchDecoders: [() -> Foundation.JSONDecoder] = [\(makers.joined(separator: ", "))]
      let driftwatchEndpoints: [(files: [Swift.String], list: Swift.String?)] = [
        \(places.joined(separator: ",\n  "))
      ]
      var driftwatchRest = Swift.Int(Swift.CommandLine.arguments[3]) ?? 0
      var driftwatchAttempt = 0

      func driftwatchSay(_ words: Swift.String) {
        // The app's code may have begun a line.
        Swift.print("\\n\(Self.mark) \\(words)")
        fflush(nil)
      }

      func driftwatchTry<T: Swift.Decodable>(_ type: T.Type) {
        for (endpoint, seen) in driftwatchEndpoints.enumerated() {
          let bodies = seen.files.compactMap { Foundation.FileManager.default.contents(atPath: Swift.CommandLine.arguments[2] + "/" + $0) }
          guard bodies.count == seen.files.count else { continue }
          for (index, make) in driftwatchDecoders.enumerated() {
            driftwatchDecode(type, "root", "\\(endpoint) \\(index)", bodies, make)
            driftwatchDecode([T].self, "list", "\\(endpoint) \\(index)", bodies, make)
            guard let list = seen.list else { continue }
            driftwatchKeys = [list, driftwatchSnakeCase(list)]
            driftwatchDecode(DriftwatchWrapper<T>.self, "below", "\\(endpoint) \\(index)", bodies, make)
          }
        }
      }

      func driftwatchDecode<T: Swift.Decodable>(
        _ type: T.Type, _ place: Swift.String, _ label: Swift.String, _ bodies: [Foundation.Data],
        _ make: () -> Foundation.JSONDecoder
      ) {
        driftwatchAttempt += 1
        guard driftwatchAttempt > driftwatchRest else { return }
        driftwatchSay("\(Self.attempt) \\(driftwatchAttempt)")
        driftwatchMembers = []
        driftwatchKey = 0
        let decoder = make()
        for body in bodies {
          do { _ = try decoder.decode(type, from: body) } catch { return }
          _ = try? decoder.decode(DriftwatchSeen<T>.self, from: body)
        }
        driftwatchSay("\\(label) \\(place) \\(driftwatchMembers.count) \\(driftwatchKey)")
      }

      switch Swift.Int(Swift.CommandLine.arguments[1]) ?? -1 {
      \(cases.joined(separator: "\n"))
      default: break
      }
      driftwatchSay("\(Self.end)")

      """
  }

  // MARK: What names the app's code

  /// The name of the file beside it in which each type and each decoder has a line of its own.
  static let partsName = "DriftwatchParts.swift"

  /// That file.
  var parts: String {
    let makers = decoders.enumerated().map { index, decoder in
      let body =
        switch decoder {
        case .own(let expression): expression
        default: "let decoder = Foundation.JSONDecoder(); \(decoder.settings.map { $0 + "; " }.joined())return decoder"
        }
      return "func driftwatchDecoder\(index)() -> Foundation.JSONDecoder { \(body) }"
    }
    let calls = types.enumerated().map { "func driftwatchType\($0)() { driftwatchTry(\(SwiftName.quoted($1)).self) }" }
    return (["import Foundation"] + makers + calls).map { $0 + "\n" }.joined()
  }

  /// Leaves out the types and decoders in whose lines the compiler finds an error: a static property of a protocol or of a generic type, or one
  /// of an actor, cannot be named by itself.
  ///
  /// - Parameter lines: What the compiler says.
  /// - Returns: What was left out; empty if nothing of it is to blame.
  mutating func leaveOut(refusedIn lines: [String]) -> [String] {
    let refused = Set(
      lines.compactMap { line in
        line.prefixMatch(of: #/DriftwatchParts\.swift:([0-9]+):[0-9]+: error: /#).flatMap { Int($0.1) }
      })
    func isRefused(_ part: Int) -> Bool { refused.contains(part + 2) }
    var names: [String] = []
    for (index, decoder) in decoders.enumerated() where isRefused(index) {
      if case .own(let expression) = decoder { names.append(expression) }
    }
    for (index, type) in types.enumerated() where isRefused(decoders.count + index) { names.append(type) }
    let count = decoders.count
    types = types.enumerated().filter { !isRefused(count + $0.offset) }.map(\.element)
    decoders = decoders.enumerated().filter { !isRefused($0.offset) }.map(\.element)
    return names
  }

  /// The keys of a wrapper in the program's order.
  static func keys(of list: String) -> [String] { [list, SwiftName.fromSnakeCase(list)] }

  /// What `convertFromSnakeCase` makes of the member of a wrapper, written into the program, so that it is the same there.
  private static func snakeCases(_ lists: [String]) -> String {
    let entries = Set(lists).sorted().map {
      "\(SwiftLiteral.text($0)): \(SwiftLiteral.text(SwiftName.fromSnakeCase($0)))"
    }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }

  /// The file beside it: a decoder that notes which members are read and passes everything on.
  var counting: String {
    """
    import Foundation

    var driftwatchMembers: Swift.Set<Swift.String> = []
    var driftwatchKeys: [Swift.String] = []
    var driftwatchKey = 0

    func driftwatchSnakeCase(_ key: Swift.String) -> Swift.String {
      let known: [Swift.String: Swift.String] = \(Self.snakeCases(endpoints.compactMap(\.list)))
      return known[key] ?? key
    }

    \(Self.containers)
    """
  }

  private static let containers = """
    struct DriftwatchName: Swift.CodingKey {
      let stringValue: Swift.String
      var intValue: Swift.Int? { nil }
      init(stringValue: Swift.String) { self.stringValue = stringValue }
      init?(intValue: Swift.Int) { nil }
    }

    struct DriftwatchWrapper<T: Swift.Decodable>: Swift.Decodable {
      init(from decoder: any Swift.Decoder) throws {
        let members = try decoder.container(keyedBy: DriftwatchName.self)
        driftwatchKey = driftwatchKeys.firstIndex { members.contains(DriftwatchName(stringValue: $0)) } ?? 0
        _ = try members.decode([T].self, forKey: DriftwatchName(stringValue: driftwatchKeys[driftwatchKey]))
      }
    }

    struct DriftwatchSeen<T: Swift.Decodable>: Swift.Decodable {
      let value: T
      init(from decoder: any Swift.Decoder) throws { value = try T(from: DriftwatchDecoder(base: decoder)) }
    }

    func driftwatchIsWhole(_ type: any Any.Type) -> Swift.Bool {
      type == Foundation.Date.self || type == Foundation.Data.self || type == Foundation.URL.self || type == Foundation.Decimal.self
    }

    // A key that takes any name is no member that somebody declared.
    func driftwatchIsOpen(_ key: any Swift.CodingKey) -> Swift.Bool {
      func opens<K: Swift.CodingKey>(_: K) -> Swift.Bool { K(stringValue: "driftwatch \\u{1}") != nil }
      return key.intValue != nil || opens(key)
    }

    func driftwatchNote(_ path: [any Swift.CodingKey], _ key: any Swift.CodingKey) {
      guard !driftwatchIsOpen(key) else { return }
      let parts = (path + [key]).map { driftwatchIsOpen($0) ? "*" : $0.stringValue }
      driftwatchMembers.insert(parts.joined(separator: "\\u{1}"))
    }

    struct DriftwatchDecoder: Swift.Decoder {
      let base: any Swift.Decoder
      var codingPath: [any Swift.CodingKey] { base.codingPath }
      var userInfo: [Swift.CodingUserInfoKey: Any] { base.userInfo }
      func container<K: Swift.CodingKey>(keyedBy type: K.Type) throws -> Swift.KeyedDecodingContainer<K> {
        Swift.KeyedDecodingContainer(DriftwatchMembers(base: try base.container(keyedBy: type)))
      }
      func unkeyedContainer() throws -> any Swift.UnkeyedDecodingContainer {
        DriftwatchElements(base: try base.unkeyedContainer())
      }
      func singleValueContainer() throws -> any Swift.SingleValueDecodingContainer {
        DriftwatchValue(base: try base.singleValueContainer())
      }
    }

    struct DriftwatchMembers<Key: Swift.CodingKey>: Swift.KeyedDecodingContainerProtocol {
      let base: Swift.KeyedDecodingContainer<Key>
      var codingPath: [any Swift.CodingKey] { base.codingPath }
      var allKeys: [Key] { base.allKeys }
      func note(_ key: Key) {
        guard base.contains(key), (try? base.decodeNil(forKey: key)) == false else { return }
        driftwatchNote(codingPath, key)
      }
      func contains(_ key: Key) -> Swift.Bool { base.contains(key) }
      func decodeNil(forKey key: Key) throws -> Swift.Bool { try base.decodeNil(forKey: key) }
      func decode<T: Swift.Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        note(key)
        return driftwatchIsWhole(type) ? try base.decode(type, forKey: key) : try base.decode(DriftwatchSeen<T>.self, forKey: key).value
      }
      func nestedContainer<N: Swift.CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> Swift.KeyedDecodingContainer<N> {
        note(key)
        return Swift.KeyedDecodingContainer(DriftwatchMembers<N>(base: try base.nestedContainer(keyedBy: type, forKey: key)))
      }
      func nestedUnkeyedContainer(forKey key: Key) throws -> any Swift.UnkeyedDecodingContainer {
        note(key)
        return DriftwatchElements(base: try base.nestedUnkeyedContainer(forKey: key))
      }
      func superDecoder() throws -> any Swift.Decoder { DriftwatchDecoder(base: try base.superDecoder()) }
      func superDecoder(forKey key: Key) throws -> any Swift.Decoder {
        note(key)
        return DriftwatchDecoder(base: try base.superDecoder(forKey: key))
      }
    }

    struct DriftwatchElements: Swift.UnkeyedDecodingContainer {
      var base: any Swift.UnkeyedDecodingContainer
      var codingPath: [any Swift.CodingKey] { base.codingPath }
      var count: Swift.Int? { base.count }
      var isAtEnd: Swift.Bool { base.isAtEnd }
      var currentIndex: Swift.Int { base.currentIndex }
      mutating func decodeNil() throws -> Swift.Bool { try base.decodeNil() }
      mutating func decode<T: Swift.Decodable>(_ type: T.Type) throws -> T {
        driftwatchIsWhole(type) ? try base.decode(type) : try base.decode(DriftwatchSeen<T>.self).value
      }
      mutating func nestedContainer<N: Swift.CodingKey>(keyedBy type: N.Type) throws -> Swift.KeyedDecodingContainer<N> {
        Swift.KeyedDecodingContainer(DriftwatchMembers<N>(base: try base.nestedContainer(keyedBy: type)))
      }
      mutating func nestedUnkeyedContainer() throws -> any Swift.UnkeyedDecodingContainer {
        DriftwatchElements(base: try base.nestedUnkeyedContainer())
      }
      mutating func superDecoder() throws -> any Swift.Decoder { DriftwatchDecoder(base: try base.superDecoder()) }
    }

    struct DriftwatchValue: Swift.SingleValueDecodingContainer {
      let base: any Swift.SingleValueDecodingContainer
      var codingPath: [any Swift.CodingKey] { base.codingPath }
      func decodeNil() -> Swift.Bool { base.decodeNil() }
      func decode(_ type: Swift.Bool.Type) throws -> Swift.Bool { try base.decode(type) }
      func decode<T: Swift.Decodable>(_ type: T.Type) throws -> T {
        driftwatchIsWhole(type) || driftwatchIsPlain(type) ? try base.decode(type) : try base.decode(DriftwatchSeen<T>.self).value
      }
    }

    // What the standard library's own `init(from:)` asks for, which would come back here for ever.
    func driftwatchIsPlain(_ type: any Any.Type) -> Swift.Bool {
      type == Swift.String.self || type == Swift.Double.self || type == Swift.Float.self || type is any Swift.FixedWidthInteger.Type
        || type == Swift.Bool.self
    }
    """
}
