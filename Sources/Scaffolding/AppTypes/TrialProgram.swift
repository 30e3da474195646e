import JSONDocument
import System

/// The source code of a program that tries the app's types on responses; it is compiled with the app's files.
///
/// It is called with the index of a type, and prints a line for each way in which the type decodes all responses of an endpoint: endpoint,
/// decoder, place, the number of members that were read, and the key of a wrapper.
struct TrialProgram {
  /// What each line begins with, since the app's own code may print too.
  static let mark = "driftwatch-trial"
  let types: [String]
  let decoders: [AppDecoder]
  /// By endpoint: the files of its responses, and the member that holds the only list of objects.
  let endpoints: [(files: [String], list: String?)]

  var text: String {
    let cases = types.enumerated().map { index, type in
      "case \(index): driftwatchTry(\(SwiftName.quoted(type)).self)"
    }
    let makers = decoders.map { decoder in
      switch decoder {
      case .own(let expression): "{ \(expression) }"
      default:
        "{ let decoder = Foundation.JSONDecoder(); \(decoder.settings.map { $0 + "; " }.joined())return decoder }"
      }
    }
    let places = endpoints.map { endpoint in
      "([\(endpoint.files.map(SwiftLiteral.text).joined(separator: ", "))], \(endpoint.list.map(SwiftLiteral.text) ?? "nil"))"
    }
    return """
      import Foundation

      let driftwatchDecoders: [() -> Foundation.JSONDecoder] = [
        \(makers.joined(separator: ",\n  "))
      ]
      let driftwatchEndpoints: [(files: [Swift.String], list: Swift.String?)] = [
        \(places.joined(separator: ",\n  "))
      ]

      func driftwatchTry<T: Swift.Decodable>(_ type: T.Type) {
        for (endpoint, seen) in driftwatchEndpoints.enumerated() {
          let bodies = seen.files.compactMap { Foundation.FileManager.default.contents(atPath: Swift.CommandLine.arguments[2] + "/" + $0) }
          guard bodies.count == seen.files.count else { continue }
          for (index, make) in driftwatchDecoders.enumerated() {
            driftwatchDecode(type, "root", "\\(endpoint) \\(index)", bodies, make())
            driftwatchDecode([T].self, "list", "\\(endpoint) \\(index)", bodies, make())
            guard let list = seen.list else { continue }
            driftwatchKeys = [list, driftwatchSnakeCase(list)]
            driftwatchDecode(DriftwatchWrapper<T>.self, "below", "\\(endpoint) \\(index)", bodies, make())
          }
        }
      }

      func driftwatchDecode<T: Swift.Decodable>(
        _ type: T.Type, _ place: Swift.String, _ label: Swift.String, _ bodies: [Foundation.Data], _ decoder: Foundation.JSONDecoder
      ) {
        driftwatchMembers = []
        driftwatchKey = ""
        for body in bodies {
          do { _ = try decoder.decode(type, from: body) } catch { return }
          _ = try? decoder.decode(DriftwatchSeen<T>.self, from: body)
        }
        print("\(Self.mark) \\(label) \\(place) \\(driftwatchMembers.count) \\(driftwatchKey)")
        fflush(nil)
      }

      switch Int(CommandLine.arguments[1]) ?? -1 {
      \(cases.joined(separator: "\n"))
      default: break
      }

      """
  }

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
    var driftwatchKey = ""

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
        let key = driftwatchKeys.first { members.contains(DriftwatchName(stringValue: $0)) } ?? ""
        driftwatchKey = key
        _ = try members.decode([T].self, forKey: DriftwatchName(stringValue: key))
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
