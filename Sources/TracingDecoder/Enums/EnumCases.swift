/// The cases of enums that carry no payload, made from the runtime's metadata, with no help from the enum.
///
/// The layout of metadata is not promised on Linux (it is described in `docs/ABI/TypeMetadata.rst` of the Swift
/// repository), so all that relies on it is here, and is tried on an enum of our own first: where that fails, enums are
/// known by `CaseIterable` only.
enum EnumCases {
  /// More cases than this are not made.
  private static let limit = 256

  /// All cases of an enum none of whose cases carries a payload; nil for other types.
  static func all<T>(of type: T.Type) -> [T]? {
    guard isReliable, let cases = fabricate(type) else { return nil }
    if let raw = type as? any RawRepresentable.Type, !areGenuine(cases, raw) { return nil }
    return cases
  }

  /// Whether each case is the one that its raw value makes: enums with a C representation are stored as their raw values,
  /// and the numbers of their cases are none of them.
  private static func areGenuine<T: RawRepresentable>(_ cases: [Any], _ type: T.Type) -> Bool {
    var seen: Set<String> = []
    return cases.allSatisfy { known in
      guard let known = known as? T, let again = T(rawValue: known.rawValue) else { return false }
      let isSame = withUnsafeBytes(of: known) { one in withUnsafeBytes(of: again) { one.elementsEqual($0) } }
      return isSame && seen.insert("\(known.rawValue)").inserted
    }
  }

  /// Whether a type is an enum, with or without payloads.
  static func isEnum(_ type: Any.Type) -> Bool { isReliable && description(of: type) != nil }

  /// Whether an enum is a list of names, of which at most one, for all other names, carries a payload. Enums with several
  /// payloads are unions, in which a text is a text and no name.
  static func isVocabulary(_ type: Any.Type) -> Bool {
    guard isReliable, let (payloads, empty) = description(of: type) else { return false }
    return empty >= 2 && payloads <= 1
  }

  private enum Trial: String { case first = "one", second = "two", third }
  private enum Mixed {
    case plain
    case loaded(Int)
  }

  private static let isReliable: Bool = {
    fabricate(Trial.self)?.map(\.rawValue) == ["one", "two", "third"] && fabricate(Mixed.self) == nil
      && fabricate(Int.self) == nil && fabricate(String.self) == nil
      && description(of: Mixed.self).map { $0 == (payloads: 1, empty: 1) } ?? false
  }()

  /// The numbers of cases with and without a payload; nil for what is no enum.
  ///
  /// Sound because every metadata record begins with its kind, 0x201 for enums, whose second word is the address of
  /// their descriptor: seven 32-bit words at least, the last two of which count the cases. Read only, never kept.
  private static func description(of type: Any.Type) -> (payloads: Int, empty: Int)? {
    let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard metadata[0] == 0x201, let descriptor = UnsafePointer<UInt32>(bitPattern: metadata[1]) else { return nil }
    return (Int(descriptor[5] & 0x00FF_FFFF), Int(descriptor[6]))
  }

  /// Sound because an enum of plain cases is represented by the number of its case, in 0, 1, 2 or 4 bytes, which is
  /// checked against the size of the type.
  private static func fabricate<T>(_ type: T.Type) -> [T]? {
    guard let (payloads, empty) = description(of: type), payloads == 0, empty > 0, empty <= limit else { return nil }
    let size = MemoryLayout<T>.size
    guard size == (empty == 1 ? 0 : 1) else { return nil }
    return (0..<empty).map { number in
      let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
      defer { memory.deallocate() }
      if size > 0 { UnsafeMutableRawPointer(memory).storeBytes(of: UInt8(number), as: UInt8.self) }
      return memory.move()
    }
  }
}
