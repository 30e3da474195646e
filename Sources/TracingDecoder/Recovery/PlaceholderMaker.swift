import Foundation

/// Makes values that replace what could not be decoded, so that an initialiser can go on to its next request.
///
/// It tries, in this order: a value of the type that was decoded earlier in the same document, a constant, nil, an
/// empty collection, an enum's first case, and what the type makes of placeholders.
final class PlaceholderMaker {
  private var decoded: [ObjectIdentifier: Any] = [:]
  /// What each type made of placeholders; nil if it refused.
  private var synthesised: [ObjectIdentifier: Any?] = [:]
  private let userInfo: [CodingUserInfoKey: Any]
  /// Requests that may still be made for the type being made. Some initialisers repeat a request until it succeeds.
  private var remainingRequests = 0

  private static let constants: [ObjectIdentifier: any Sendable] = {
    let values: [any Sendable] = [
      false, "", 0.0, Float(0), 0, Int8(0), Int16(0), Int32(0), Int64(0), UInt(0), UInt8(0), UInt16(0), UInt32(0),
      UInt64(0), Int128(0), UInt128(0), Date(timeIntervalSince1970: 0), Data(), Decimal(0),
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), URL(filePath: "/"),
      // The initialisers of these Foundation types stop the process on some placeholders, or take long.
      URLComponents(), DateInterval(), DateComponents(), IndexSet(), IndexPath(), CharacterSet(), TimeZone.gmt,
      Locale(identifier: "en_US_POSIX"), Calendar(identifier: .gregorian), PersonNameComponents(),
    ]
    return Dictionary(values.map { (ObjectIdentifier(type(of: $0)), $0) }, uniquingKeysWith: { first, _ in first })
  }()

  init(userInfo: [CodingUserInfoKey: Any]) { self.userInfo = userInfo }

  /// Releases all values.
  func forget() {
    decoded = [:]
    synthesised = [:]
  }

  /// Keeps the first decoded value of each type.
  func keep<T>(_ value: T) {
    if decoded[ObjectIdentifier(T.self)] == nil { decoded[ObjectIdentifier(T.self)] = value }
  }

  /// A value of `type`; nil if none can be made.
  func value(of type: Any.Type) -> Any? {
    if let simple = simple(type) { return simple }
    if let known = synthesised[ObjectIdentifier(type)] { return known }
    remainingRequests = 10_000
    let made = (type as? any Decodable.Type).flatMap { synthesise($0) }
    synthesised[ObjectIdentifier(type)] = .some(made)
    return made
  }

  private func synthesise<T: Decodable>(_ type: T.Type) -> Any? {
    try? type.init(from: BlankDecoder(maker: self, depth: 0, userInfo: userInfo))
  }

  /// Whether the type, of the standard library or Foundation, has a constant for a placeholder.
  func isConstant(_ type: Any.Type) -> Bool { Self.constants[ObjectIdentifier(type)] != nil }

  /// Counts one request; false if the limit is exceeded.
  func allowsRequest() -> Bool {
    remainingRequests -= 1
    return remainingRequests >= 0
  }

  /// A value that can be made without running the type's initialiser.
  func simple(_ type: Any.Type) -> Any? {
    if let value = decoded[ObjectIdentifier(type)] ?? Self.constants[ObjectIdentifier(type)] { return value }
    if let container = type as? any LibraryContainer.Type { return container.empty }
    return cases(of: type).first
  }

  func cases(of type: Any.Type) -> [Any] {
    func all<T>(_ type: T.Type) -> [Any] { EnumVocabulary.cases(of: type) }
    return _openExistential(type, do: all)
  }

  /// Different values of a type, to find out whether the requests of an initialiser depend on the value.
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
