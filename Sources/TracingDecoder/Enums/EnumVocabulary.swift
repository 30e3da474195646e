import Synchronization

/// The raw values that an enum is known to have.
enum EnumVocabulary {
  private static let known = Mutex<[ObjectIdentifier: [String]]>([:])

  /// Raw values of an enum as a payload spells them, texts without quotes; empty for every other type.
  static func values(of type: Any.Type) -> [String] {
    let id = ObjectIdentifier(type)
    if let values = known.withLock({ $0[id] }) { return values }
    // No lock is held here, because the enum's own code runs.
    let made = (TypeFacts.withoutOptional(type) as? any RawRepresentable.Type).map { rawValues($0) } ?? []
    known.withLock { $0[id] = made }
    return made
  }

  /// Names of the cases of an enum without raw values, which it may read as texts.
  static func names(of type: Any.Type) -> [String] {
    func all<T>(_ type: T.Type) -> [String] { cases(of: type).map { DecoderCore.caseName(of: $0) } }
    return _openExistential(type, do: all)
  }

  private static func rawValues<T: RawRepresentable>(_ type: T.Type) -> [String] {
    cases(of: type).compactMap { text(of: $0.rawValue) }
  }

  /// A raw value as a payload spells it, a text without quotes.
  private static func text(of rawValue: Any) -> String? {
    switch rawValue {
    case let text as String: text
    case let number as any BinaryInteger: "\(number)"
    default: nil
    }
  }

  /// The name of the case with a raw value; nil if the cases are not known, or say nothing of their names. This runs the enum's own code.
  static func caseName(of rawValue: String, in type: Any.Type) -> String? {
    func name<T: RawRepresentable>(_ type: T.Type) -> String? {
      cases(of: type).first { text(of: $0.rawValue) == rawValue }.map { DecoderCore.caseName(of: $0) }
    }
    guard let type = TypeFacts.withoutOptional(type) as? any RawRepresentable.Type, let found = name(type),
      !found.isEmpty
    else { return nil }
    return found
  }

  /// All cases, from `CaseIterable` if the enum conforms to it.
  static func cases<T>(of type: T.Type) -> [T] {
    if let iterable = type as? any CaseIterable.Type { return listed(iterable).compactMap { $0 as? T } }
    return EnumCases.all(of: type) ?? []
  }

  private static func listed<T: CaseIterable>(_ type: T.Type) -> [Any] { type.allCases.prefix(256).map { $0 } }

  /// Says which known value differs from `text` only in letter case or spelling, else lists the known values. If the empty text only
  /// stands for what is unknown, it is no known value.
  static func hint(for text: String, of type: Any.Type, isEmptyUnknown: Bool = false) -> String? {
    let known = values(of: type).filter { !isEmptyUnknown || !$0.isEmpty }
    if let same = known.first(where: { $0 != text && $0.lowercased() == text.lowercased() }) {
      return "\"\(text)\" is \"\(same)\" in other letter case"
    }
    if let near = NearName.nearest(to: text, among: known) { return "\"\(text)\" is nearly \"\(near)\"" }
    guard !known.isEmpty else { return nil }
    let shown = known.prefix(Self.mostShown).map { "\"\($0)\"" }.joined(separator: ", ")
    let rest = known.count - Self.mostShown
    return "known: \(shown)" + (rest > 0 ? " and \(rest) more" : "")
  }

  private static let mostShown = 5
}
