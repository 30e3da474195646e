import ContractKit
import Foundation

/// One property of one domain value.
struct PropertySample {
  enum State { case present, missing, empty }

  /// What the value is, where it can be counted with others.
  enum Content {
    case flag(Bool)
    case number(Double)
    /// Seconds since 1970.
    case date(Double)
    /// The name of an enum's case, without its payload.
    case enumCase(String)
    /// A text, or anything else.
    case other
  }

  /// With dots for nested values: `coordinates.latitude`.
  let name: String
  let isEssential: Bool
  let state: State
  /// A description to compare with. It never leaves the worker.
  let text: String
  /// What the value is.
  var content = Content.other
  /// Elements of a list that are not nil; nil for other values.
  var elements: Int?
  /// Whether it is declared to be watched.
  var isWatched = false
  /// The list whose element it belongs to; nil for a property of the domain value itself.
  var list: String?

  func isSame(as other: PropertySample) -> Bool { state == other.state && text == other.text }
}

/// Reads the properties of domain values: stored ones by reflection, and declared computed ones.
///
/// Reflection goes into the app's own structs and classes, including superclasses, three levels deep. Enums,
/// dictionaries and the types of the standard library and Foundation are single values. Of a list its elements are
/// counted; if `opensLists`, the properties of each are read too, as `blocks.text`.
final class PropertyReader {
  private let observed: [AnyProperty]
  private let observedNames: Set<String>
  /// By type: whether its properties are read. It is cached because getting a type's full name is slow.
  private var isOpen: [ObjectIdentifier: Bool] = [:]
  /// By type: how its stored properties are read; nil inside if only by reflection.
  private var plans: [ObjectIdentifier: PropertyPlan?] = [:]
  /// Whether plans are used; only tests go without.
  private let usesPlans: Bool
  private let opensLists: Bool
  /// The most properties that are read of a domain value, without and with those of the elements of its lists.
  private static let (maximumSamples, maximumSamplesInLists) = (200, 2000)
  /// Properties of the present domain value, and of the elements of its lists.
  private var counts = (own: 0, inLists: 0)
  /// Whether elements of the lists of the last domain value were left out.
  private(set) var hasLeftOutElements = false

  init(observed: [AnyProperty], opensLists: Bool = false, usesPlans: Bool = true) {
    (self.observed, self.opensLists, self.usesPlans) = (observed, opensLists, usesPlans)
    observedNames = Set(observed.map(\.name))
  }

  /// Names of the properties that have no value from the response, in any element of a list.
  static func lost(_ samples: [PropertySample], again: [PropertySample]?) -> Set<String> {
    Set(zip(samples, losses(samples, again: again)).filter(\.1).map(\.0.name))
  }

  /// Which of the properties have no value from the response: they are nil, empty, or differ the second time.
  static func losses(_ samples: [PropertySample], again: [PropertySample]?) -> [Bool] {
    guard let again else { return samples.map { $0.state != .present } }
    // The same type gives the same properties in the same order, except below a value that became nil.
    if samples.count == again.count, zip(samples, again).allSatisfy({ $0.name == $1.name }) {
      return zip(samples, again).map { $0.state != .present || !$0.isSame(as: $1) }
    }
    let second = Dictionary(again.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return samples.map { sample in
      // Elements of a list of another length the second time have no partners to compare with.
      sample.state != .present || sample.list == nil && second[sample.name].map(sample.isSame) != true
    }
  }

  /// How the stored properties of a domain value are read without reflection; nil if they cannot.
  func plan(of domain: Any) -> PropertyPlan? {
    let type = Swift.type(of: domain)
    if let known = plans[ObjectIdentifier(type)] { return known }
    let plan = usesPlans ? PropertyPlan(of: type, leavingOut: observedNames, opensLists: opensLists) : nil
    plans[ObjectIdentifier(type)] = .some(plan)
    return plan
  }

  /// All properties of a domain value. A value without properties is one property named `self`.
  func samples(of domain: Any) -> [PropertySample] {
    var samples: [PropertySample] = []
    (counts, hasLeftOutElements) = ((0, 0), false)
    let value = Self.unwrapped(domain)
    if let value, opens(value) {
      collect(value, prefix: "", depth: 0, into: &samples)
    } else {
      samples.append(sample("self", domain))
    }
    return samples + declaredSamples(of: domain)
  }

  /// The declared properties of a domain value.
  func declaredSamples(of domain: Any) -> [PropertySample] {
    observed.compactMap { property in
      guard let value = property.read(domain) else { return nil }
      var sample = sample(property.name, value, isEssential: property.isEssential)
      sample.isWatched = property.isWatched
      return sample
    }
  }

  private func collect(
    _ value: Any, prefix: String, depth: Int, list: String? = nil, into samples: inout [PropertySample]
  ) {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for child in current.children {
        guard var label = child.label else { continue }
        // `_name` is the storage of a property with a wrapper. Names with `$` are added by the compiler.
        if label.hasPrefix("_") { label.removeFirst() }
        let name = prefix + label
        guard !label.isEmpty, !label.hasPrefix("$"), !observedNames.contains(name), takes(list) else {
          continue
        }
        guard depth < 2, let inner = Self.unwrapped(child.value), opens(inner) else {
          samples.append(sample(name, child.value, list: list))
          if opensLists, depth < 2, samples.last?.elements ?? 0 > 0 {
            collectElements(of: child.value, name: name, depth: depth, into: &samples)
          }
          continue
        }
        // An optional nested value is a property too, so that its presence is recorded.
        if !Self.isScalar(type(of: child.value)), child.value is any OptionalValue {
          samples.append(PropertySample(name: name, isEssential: false, state: .present, text: "", list: list))
        }
        collect(inner, prefix: name + ".", depth: depth + 1, list: list, into: &samples)
      }
      mirror = current.superclassMirror
    }
  }

  /// Counts one more property; false if there are enough.
  private func takes(_ list: String?) -> Bool {
    guard list != nil else {
      counts.own += 1
      return counts.own <= Self.maximumSamples
    }
    counts.inLists += 1
    if counts.inLists > Self.maximumSamplesInLists { hasLeftOutElements = true }
    return !hasLeftOutElements
  }

  /// Linear in the elements, up to the most properties that are read.
  private func collectElements(of value: Any, name: String, depth: Int, into samples: inout [PropertySample]) {
    guard let value = Self.unwrapped(value) else { return }
    for element in Mirror(reflecting: value).children {
      guard !hasLeftOutElements, let inner = Self.unwrapped(element.value), opens(inner) else { continue }
      collect(inner, prefix: name + ".", depth: depth + 1, list: name, into: &samples)
    }
  }

  private func sample(_ name: String, _ value: Any, isEssential: Bool = false, list: String? = nil) -> PropertySample {
    let judged = Self.judge(value)
    return PropertySample(
      name: name, isEssential: isEssential, state: judged.state, text: judged.text, content: judged.content,
      elements: judged.elements, list: list)
  }

  /// Whether a value is a struct or class of the app with stored properties.
  private func opens(_ value: Any) -> Bool {
    let type = Swift.type(of: value)
    if Self.isScalar(type) { return false }
    if let known = isOpen[ObjectIdentifier(type)] { return known }
    let isOpen = !Self.isOfLibrary(type) && Self.hasStoredProperties(value)
    self.isOpen[ObjectIdentifier(type)] = isOpen
    return isOpen
  }

  /// Whether a type comes with the toolchain.
  static func isOfLibrary(_ type: Any.Type) -> Bool {
    let name = _typeName(type)
    return ["Swift.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.", "__C."].contains {
      name.hasPrefix($0)
    }
  }

  private static func hasStoredProperties(_ value: Any) -> Bool {
    var mirror: Mirror? = Mirror(reflecting: value)
    guard mirror?.displayStyle == .struct || mirror?.displayStyle == .class else { return false }
    while let current = mirror {
      if !current.children.isEmpty { return true }
      mirror = current.superclassMirror
    }
    return false
  }

  /// Whether it is one of the most common library types, which have no properties to read and are not optional.
  /// Checking for them first is faster, because the runtime searches the whole program at the first conformance check
  /// of a type.
  private static func isScalar(_ type: Any.Type) -> Bool {
    type == String.self || type == Int.self || type == Double.self || type == Bool.self || type == URL.self
      || type == Date.self || type == UUID.self
  }

  /// The value inside all optionals; nil if there is none.
  private static func unwrapped(_ value: Any) -> Any? {
    if isScalar(type(of: value)) { return value }
    guard let optional = value as? any OptionalValue else { return value }
    return optional.content.flatMap(unwrapped)
  }

  /// What a value is; the parts are those of ``PropertySample``.
  typealias Judged = (state: PropertySample.State, text: String, content: PropertySample.Content, elements: Int?)

  static func judge(_ value: Any) -> Judged {
    guard let value = unwrapped(value) else { return (.missing, "", .other, nil) }
    switch value {
    case let text as String: return (isBlank(text) ? .empty : .present, text, .other, nil)
    // A date's description has whole seconds only, so two different dates could look equal.
    case let date as Date:
      return (.present, String(date.timeIntervalSinceReferenceDate), .date(date.timeIntervalSince1970), nil)
    // A description of bytes is their number only.
    case let data as Data: return (data.isEmpty ? .empty : .present, exactText(of: data), .other, nil)
    // For these the general code below gives the same result, but is slower.
    case let number as Int: return (.present, number.description, .number(Double(number)), nil)
    case let number as Double: return (.present, number.description, .number(number), nil)
    case let flag as Bool: return (.present, flag.description, .flag(flag), nil)
    case let url as URL: return (.present, url.description, .other, nil)
    case let uuid as UUID: return (.present, uuid.description, .other, nil)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set:
      return (mirror.children.isEmpty ? .empty : .present, "\(mirror.children.count)", .other, mirror.children.count)
    case .dictionary: return (mirror.children.isEmpty ? .empty : .present, "\(mirror.children.count)", .other, nil)
    // The default description of a class may contain its address.
    case .class where !(value is any CustomStringConvertible): return (.present, "", .other, nil)
    case .enum:
      let text = exactDescription(of: value, mirror)
      return (.present, text, .enumCase(boundedName(mirror.children.first?.label ?? text)), nil)
    default:
      if let number = number(value) { return (.present, String(describing: value), .number(number), nil) }
      return (.present, exactDescription(of: value, mirror), .other, nil)
    }
  }

  static func isBlank(_ text: String) -> Bool {
    // A character is blank if its first scalar is.
    if let first = text.utf8.first, (0x21...0x7E).contains(first) { return false }
    return text.allSatisfy(\.isWhitespace)
  }

  /// A text that is another one for another value. Where dates or bytes are inside it is not their description, which is the same for
  /// different ones, and ends the process for dates beyond the calendar (Foundation 6.3).
  private static func exactDescription(of value: Any, _ mirror: Mirror) -> String {
    var budget = 1000
    func holdsDates(_ mirror: Mirror, _ depth: Int) -> Bool {
      mirror.children.contains { child in
        budget -= 1
        guard budget > 0, depth < 8 else { return true }  // nobody knows
        switch child.value {
        case is Date, is Data: return true
        case is String, is Int, is Double, is Bool, is URL, is UUID, is Decimal: return false
        default: return holdsDates(Mirror(reflecting: child.value), depth + 1)
        }
      }
    }
    return holdsDates(mirror, 0) ? exactText(of: value) : String(describing: value)
  }

  /// The number of a less common type; nil for anything else.
  private static func number(_ value: Any) -> Double? {
    switch value {
    case let number as Decimal: NSDecimalNumber(decimal: number).doubleValue
    case let number as any BinaryInteger: asDouble(number)
    case let number as any BinaryFloatingPoint: asDouble(number)
    default: nil
    }
  }

  private static func asDouble(_ number: some BinaryInteger) -> Double { Double(number) }
  private static func asDouble(_ number: some BinaryFloatingPoint) -> Double { Double(number) }

  /// A case's name; one that an app describes by itself may be any text.
  private static func boundedName(_ name: String) -> String { name.count > 64 ? "\(name.prefix(64))…" : name }
}

private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { self }
}
