/// Makes the cases of enums without payloads from the runtime's metadata, so that the enum need not be `CaseIterable`.
///
/// The layout of metadata is not guaranteed on Linux; `docs/ABI/TypeMetadata.rst` in the Swift repository describes it.
/// All code that relies on it is in this file. It is tried on an enum of our own first; if that fails, only the cases
/// of `CaseIterable` enums are known.
enum EnumCases {
  private static let limit = 256

  /// All cases of an enum without payloads; nil for other types.
  static func all<T>(of type: T.Type) -> [T]? {
    guard isReliable, let cases = fabricate(type) else { return nil }
    if let raw = type as? any RawRepresentable.Type, !areGenuine(cases, raw) { return nil }
    return cases
  }

  /// Whether each case is the one that its raw value makes. This fails for enums with a C representation, because they
  /// are stored as their raw values and not as the number of the case.
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

  /// Whether an enum is a list of names, with at most one payload case for all other names. An enum with several
  /// payloads is a union, in which a text is a value and not the name of a case.
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

  /// The numbers of cases with and without a payload; nil if the type is not an enum.
  ///
  /// This is sound: every metadata record begins with its kind, which is 0x201 for enums. The second word of an enum's
  /// record is the address of its descriptor, which has at least seven 32-bit words; the last two count the cases. The
  /// memory is only read, and no pointer is kept.
  private static func description(of type: Any.Type) -> (payloads: Int, empty: Int)? {
    let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard metadata[0] == 0x201, let descriptor = UnsafePointer<UInt32>(bitPattern: metadata[1]) else { return nil }
    return (Int(descriptor[5] & 0x00FF_FFFF), Int(descriptor[6]))
  }

  /// This is sound: an enum without payloads is represented by the number of its case in 0, 1, 2 or 4 bytes. Only 0 and
  /// 1 are accepted here, checked against the size of the type.
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
