import Foundation
@_spi(Reflection) import Swift

/// How the stored properties of one struct type are read: found by reflection once, and read by their offsets from then on.
///
/// `Mirror` makes a copy and looks up the type of each property each time, some 2 µs for each; this takes a few nanoseconds. Both give
/// the same, which PropertyPlanTests hold against each other. There is no plan for classes, for protocol types, for types that describe
/// themselves (`CustomReflectable`), for weak properties and functions, and for collections whose elements have properties of their own.
struct PropertyPlan {
  /// One property, or the presence of an optional value with properties.
  struct Leaf {
    let name: String
    /// From the beginning of the struct around it: the domain value, or the optional value.
    let offset: Int
    let kind: Kind
  }

  /// What is stored at an offset.
  enum Kind {
    case string, int, double, bool, date, url, uuid
    case optionalString, optionalInt, optionalDouble, optionalBool, optionalDate, optionalURL, optionalUUID
    /// A list of values without properties; gives the number of its elements.
    case list((UnsafeRawPointer) -> Int)
    case optionalList((UnsafeRawPointer) -> Int?)
    /// An optional value with properties, which are read if it is there.
    case optionalStruct(PropertyPlan, OptionalReader)
    /// An enum whose cases have nothing or little beside them, optional or not: few values come again and again.
    case few(KnownValues, size: Int, (UnsafeRawPointer) -> Any)
    /// Anything else.
    case other((UnsafeRawPointer) -> Any)

    /// Calls its argument with the address of the value inside an optional; false if there is none.
    typealias OptionalReader = (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Bool
  }

  /// In the order of the properties.
  private(set) var leaves: [Leaf] = []
  /// All properties, with those of optional values.
  private(set) var count = 0
  /// Values with properties inside, which count among the most that are read.
  private var structs = 0
  /// The most properties, which ``PropertyReader`` reads too.
  private static let maximumLeaves = 200

  /// The plan of a type; nil if it has none.
  ///
  /// - Parameters:
  ///   - type: That of the domain values.
  ///   - leftOut: Names of properties that are read in another way.
  ///   - opensLists: Whether the elements of lists are read too.
  init?(of type: Any.Type, leavingOut leftOut: Set<String>, opensLists: Bool) {
    let choice = Choice(leftOut: leftOut, opensLists: opensLists)
    func open<T>(_ type: T.Type) -> Bool { add(type, "", 0, depth: 0, choice) }
    guard choice.opens(type) == true, _openExistential(type, do: open), count + structs <= Self.maximumLeaves else {
      return nil
    }
    // `id` and `_id` are one name.
    let names = names
    guard Set(names).count == names.count else { return nil }
  }

  private var names: [String] {
    leaves.flatMap { leaf in
      if case .optionalStruct(let inner, _) = leaf.kind { [leaf.name] + inner.names } else { [leaf.name] }
    }
  }

  private init() {}

  private struct Choice {
    let leftOut: Set<String>
    let opensLists: Bool

    /// Whether values of a type are structs of the app with stored properties; nil if only a value can tell.
    func opens(_ type: Any.Type) -> Bool? {
      if let optional = type as? any OptionalLayout.Type { return opens(optional.wrapped) == false ? false : nil }
      if PropertyReader.isOfLibrary(type) { return PropertyPlan.kind(of: type) == .existential ? nil : false }
      switch PropertyPlan.kind(of: type) {
      case .struct:
        func open<T>(_ type: T.Type) -> Bool? {
          guard !(type is any CustomReflectable.Type) else { return nil }
          var hasFields = false
          _ = _forEachField(of: type) { _, _, _, _ in
            hasFields = true
            return false
          }
          return hasFields
        }
        return _openExistential(type, do: open)
      case .enum: return type is any CustomReflectable.Type ? nil : false
      case .tuple, .function, .metatype: return false
      default: return nil
      }
    }

    /// Whether the elements of a collection are read only by their number.
    func counts(_ type: Any.Type, at depth: Int) -> Bool {
      if let optional = type as? any OptionalLayout.Type { return counts(optional.wrapped, at: depth) }
      guard opensLists, depth < 2, let collection = type as? any Collection.Type else { return true }
      func element<C: Collection>(_ type: C.Type) -> Any.Type { C.Element.self }
      return opens(element(collection)) == false
    }
  }

  /// Adds the properties of a type at an offset; false if it cannot be read so.
  private mutating func add<Root>(
    _ type: Root.Type, _ prefix: String, _ base: Int, depth: Int, _ choice: Choice
  ) -> Bool {
    guard !(type is any CustomReflectable.Type), !(type is AnyClass) else { return false }
    var fields: [(name: String, offset: Int, type: Any.Type)] = []
    let isComplete = _forEachFieldWithKeyPath(of: type, options: []) { label, path in
      guard let offset = MemoryLayout<Root>.offset(of: path) else { return false }
      fields.append((String(cString: label), offset, Swift.type(of: path).valueType))
      return true
    }
    guard isComplete else { return false }
    for field in fields {
      // As PropertyReader: `_name` is the storage of a property with a wrapper, and the compiler adds names with `$`.
      let label = field.name.hasPrefix("_") ? String(field.name.dropFirst()) : field.name
      let name = prefix + label
      guard !label.isEmpty, !label.hasPrefix("$"), !choice.leftOut.contains(name) else { continue }
      guard add(field.type, name, base + field.offset, depth: depth, inside: choice) else { return false }
    }
    return true
  }

  private mutating func add(
    _ type: Any.Type, _ name: String, _ offset: Int, depth: Int, inside choice: Choice
  ) -> Bool {
    func append(_ kind: Kind) -> Bool {
      leaves.append(Leaf(name: name, offset: offset, kind: kind))
      count += 1
      return true
    }
    if let kind = Self.scalar(type) { return append(kind) }
    guard choice.counts(type, at: depth) else { return false }
    if let list = type as? any ListLayout.Type { return append(list.kind) }
    let optional = type as? any OptionalLayout.Type
    if let wrapped = optional?.wrapped {
      if let list = wrapped as? any ListLayout.Type { return append(list.optionalKind) }
    }
    guard depth < 2 else { return append(Self.other(type)) }
    let own: Any.Type = optional?.wrapped ?? type
    guard let isOpen = choice.opens(own) else { return false }
    guard isOpen else { return append(Self.other(type)) }
    var inner = PropertyPlan()
    func open<T>(_ type: T.Type) -> Bool {
      guard optional != nil else { return add(type, name + ".", offset, depth: depth + 1, choice) }
      return inner.add(type, name + ".", 0, depth: depth + 1, choice)
    }
    structs += 1
    guard _openExistential(own, do: open) else { return false }
    guard let optional else { return true }
    (count, structs) = (count + inner.count, structs + inner.structs)
    return append(optional.kind(inner))
  }

  /// What sort of type it is; nil if the runtime does not know.
  private static func kind(of type: Any.Type) -> _MetadataKind? {
    func open<T>(_ type: T.Type) -> _MetadataKind? {
      var kind: _MetadataKind?
      _ = _forEachField(of: Holder<T>.self) { _, _, _, found in
        kind = found
        return false
      }
      return kind
    }
    return _openExistential(type, do: open)
  }

  private static func other(_ type: Any.Type) -> Kind {
    // The offset is that of a stored property of this very type (`MemoryLayout.offset(of:)`), so a value of it is there.
    func reader<T>(_ type: T.Type) -> Kind {
      let read = { (pointer: UnsafeRawPointer) -> Any in pointer.assumingMemoryBound(to: T.self).pointee }
      let own = (type as? any OptionalLayout.Type)?.wrapped ?? type
      guard Self.kind(of: own) == .enum, _isPOD(T.self), MemoryLayout<T>.size <= 8,
        !(own is any CustomStringConvertible.Type), !(own is any CustomReflectable.Type)
      else { return .other(read) }
      return .few(KnownValues(), size: MemoryLayout<T>.size, read)
    }
    return _openExistential(type, do: reader)
  }

  /// The kind of the types that are most common.
  private static func scalar(_ type: Any.Type) -> Kind? {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): .string
    case ObjectIdentifier(Int.self): .int
    case ObjectIdentifier(Double.self): .double
    case ObjectIdentifier(Bool.self): .bool
    case ObjectIdentifier(Date.self): .date
    case ObjectIdentifier(URL.self): .url
    case ObjectIdentifier(UUID.self): .uuid
    case ObjectIdentifier(String?.self): .optionalString
    case ObjectIdentifier(Int?.self): .optionalInt
    case ObjectIdentifier(Double?.self): .optionalDouble
    case ObjectIdentifier(Bool?.self): .optionalBool
    case ObjectIdentifier(Date?.self): .optionalDate
    case ObjectIdentifier(URL?.self): .optionalURL
    case ObjectIdentifier(UUID?.self): .optionalUUID
    default: nil
    }
  }
}

/// Of the runtime's functions only the one over fields says what sort a type is.
private struct Holder<Value> { let value: Value }

/// What the bytes of a small value mean, for values that were read before.
final class KnownValues {
  private var known: [UInt64: PropertyReader.Judged] = [:]
  private static let maximum = 1000

  /// Equal bytes are equal values, because the type is trivial; the same value may have other bytes where some mean nothing.
  func judged(_ pointer: UnsafeRawPointer, size: Int, _ read: (UnsafeRawPointer) -> Any) -> PropertyReader.Judged {
    var bits: UInt64 = 0
    // The caller's value has `size` bytes there, at most eight.
    withUnsafeMutableBytes(of: &bits) { $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: size)) }
    if let judged = known[bits] { return judged }
    let judged = PropertyReader.judge(read(pointer))
    if known.count < Self.maximum { known[bits] = judged }
    return judged
  }
}

// In each of them the caller's pointer is to a stored property of this type: `MemoryLayout.offset(of:)` says where it is.

private protocol ListLayout {
  static var kind: PropertyPlan.Kind { get }
  static var optionalKind: PropertyPlan.Kind { get }
}

extension Array: ListLayout {
  fileprivate static var kind: PropertyPlan.Kind { .list { $0.assumingMemoryBound(to: Self.self).pointee.count } }
  fileprivate static var optionalKind: PropertyPlan.Kind {
    .optionalList { $0.assumingMemoryBound(to: Self?.self).pointee?.count }
  }
}

private protocol OptionalLayout {
  static var wrapped: Any.Type { get }
  static func kind(_ inner: PropertyPlan) -> PropertyPlan.Kind
}

extension Optional: OptionalLayout {
  fileprivate static var wrapped: Any.Type { Wrapped.self }

  fileprivate static func kind(_ inner: PropertyPlan) -> PropertyPlan.Kind {
    .optionalStruct(inner) { pointer, body in
      guard let value = pointer.assumingMemoryBound(to: Self.self).pointee else { return false }
      withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
      return true
    }
  }
}
