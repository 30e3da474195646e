import Foundation

/// Makes values that stand in for what could not be decoded, so that an initialiser can go on to its next request.
///
/// In this order: a value of the type decoded earlier in the same document, a constant, nil, an empty collection, an
/// enum's first case, and what the type makes of nothing but placeholders.
final class PlaceholderMaker {
  private var donors: [ObjectIdentifier: Any] = [:]
  /// What types made of placeholders; nil for those that refused.
  private var synthesised: [ObjectIdentifier: Any?] = [:]
  private let userInfo: [CodingUserInfoKey: Any]
  /// Requests that may still be answered for the type being made: some initialisers go on until they like a response.
  private var patience = 0

  private static let constants: [ObjectIdentifier: any Sendable] = {
    let values: [any Sendable] = [
      false, "", 0.0, Float(0), 0, Int8(0), Int16(0), Int32(0), Int64(0), UInt(0), UInt8(0), UInt16(0), UInt32(0),
      UInt64(0), Int128(0), UInt128(0), Date(timeIntervalSince1970: 0), Data(), Decimal(0),
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), URL(filePath: "/"),
      // Types of Foundation whose initialisers stop the process over odd values, or take long to be talked into one.
      URLComponents(), DateInterval(), DateComponents(), IndexSet(), IndexPath(), CharacterSet(), TimeZone.gmt,
      Locale(identifier: "en_US_POSIX"), Calendar(identifier: .gregorian), PersonNameComponents(),
    ]
    return Dictionary(values.map { (ObjectIdentifier(type(of: $0)), $0) }, uniquingKeysWith: { first, _ in first })
  }()

  init(userInfo: [CodingUserInfoKey: Any]) { self.userInfo = userInfo }

  /// Lets go of all values.
  func forget() {
    donors = [:]
    synthesised = [:]
  }

  /// Keeps the first decoded value of each type.
  func donate<T>(_ value: T) {
    if donors[ObjectIdentifier(T.self)] == nil { donors[ObjectIdentifier(T.self)] = value }
  }

  /// A value of `type`, nil if none can be made.
  func value(of type: Any.Type) -> Any? {
    if let simple = simple(type) { return simple }
    if let known = synthesised[ObjectIdentifier(type)] { return known }
    patience = 10_000
    let made = (type as? any Decodable.Type).flatMap { synthesise($0) }
    synthesised[ObjectIdentifier(type)] = .some(made)
    return made
  }

  private func synthesise<T: Decodable>(_ type: T.Type) -> Any? {
    try? type.init(from: BlankDecoder(maker: self, depth: 0, userInfo: userInfo))
  }

  /// Whether one fixed value stands for the type, which is one of the standard library or Foundation.
  func isConstant(_ type: Any.Type) -> Bool { Self.constants[ObjectIdentifier(type)] != nil }

  /// Counts one request of an initialiser.
  func mayResponse() -> Bool {
    patience -= 1
    return patience >= 0
  }

  /// A value that needs no initialiser of the type to run.
  func simple(_ type: Any.Type) -> Any? {
    if let value = donors[ObjectIdentifier(type)] ?? Self.constants[ObjectIdentifier(type)] { return value }
    if let optional = type as? any EmptyOptional.Type { return optional.none }
    if let container = type as? any ElementContainer.Type { return container.emptyContainer }
    return cases(of: type).first
  }

  /// The cases of an enum without payloads; empty for other types.
  func cases(of type: Any.Type) -> [Any] {
    func all<T>(_ type: T.Type) -> [Any] { EnumVocabulary.cases(of: type) }
    return _openExistential(type, do: all)
  }

  /// Values that an initialiser may tell apart, to find out whether what it goes on to ask for depends on one.
  func alternatives(of type: Any.Type) -> [Any] {
    switch type {
    case is Bool.Type: [false, true]
    case is String.Type: ["", "~"]
    case is Double.Type: [0.0, 1.0, 1e9, -1.0]
    case is Date.Type: [Date(timeIntervalSince1970: 0), Date.distantFuture]
    case let integer as any FixedWidthInteger.Type: numbers(integer)
    default: Array(cases(of: type).prefix(Self.mostAlternatives))
    }
  }

  private static let mostAlternatives = 8

  private func numbers<T: FixedWidthInteger>(_ type: T.Type) -> [Any] {
    [0, 1, 2, 3, 10, 100, -1].compactMap { T(exactly: $0) }
  }
}

/// The nil of an optional type.
protocol EmptyOptional { static var none: Any { get } }

extension Optional: EmptyOptional {
  static var none: Any { Self(nilLiteral: ()) as Any }
}
