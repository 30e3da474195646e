import Foundation

/// Values that stand in for what could not be decoded, so that an initialiser can go on to its next request.
enum Placeholder {
  private static let constants: [ObjectIdentifier: any Sendable] = {
    let values: [any Sendable] = [
      false, "", 0.0, Float(0), 0, Int8(0), Int16(0), Int32(0), Int64(0), UInt(0), UInt8(0), UInt16(0), UInt32(0),
      UInt64(0), Int128(0), UInt128(0), Date(timeIntervalSince1970: 0), Data(), Decimal(0),
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), URL(filePath: "/"),
    ]
    return Dictionary(values.map { (ObjectIdentifier(type(of: $0)), $0) }, uniquingKeysWith: { first, _ in first })
  }()

  /// A value of `type`: a donor decoded earlier, a constant, nothing, an empty collection, an enum's first case.
  static func value(of type: Any.Type, donors: [ObjectIdentifier: Any]) -> Any? {
    if let donor = donors[ObjectIdentifier(type)] ?? constants[ObjectIdentifier(type)] { return donor }
    if let optional = type as? any EmptyOptional.Type { return optional.none }
    if let container = type as? any ElementContainer.Type { return container.emptyContainer }
    if let enumeration = type as? any CaseIterable.Type { return firstCase(enumeration) }
    return nil
  }

  private static func firstCase<T: CaseIterable>(_ type: T.Type) -> Any? { type.allCases.first }
}

/// The nil of an optional type.
protocol EmptyOptional { static var none: Any { get } }

extension Optional: EmptyOptional {
  static var none: Any { Self(nilLiteral: ()) as Any }
}
