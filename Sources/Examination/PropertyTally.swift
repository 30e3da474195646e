import ContractKit
import DriftAnalysis

/// Counts, per property of a domain model, how many values are nil, empty or random.
struct PropertyTally {
  private let observed: [AnyProperty]
  private var order: [String] = []
  private var counts: [String: PropertyExamination] = [:]

  init(observed: [AnyProperty]) { self.observed = observed }

  var examinations: [PropertyExamination] { order.compactMap { counts[$0] } }

  /// Adds one domain value; `again` is what the same record became a second time.
  mutating func add(_ domain: Any, again: Any?, pointer: String?) {
    let samples = PropertySample.all(of: domain, observed: observed)
    let second = again.map { again in
      Dictionary(
        PropertySample.all(of: again, observed: observed).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }
      )
    }
    for sample in samples {
      var count = counts[sample.name] ?? PropertyExamination(name: sample.name, isEssential: sample.isEssential)
      if counts[sample.name] == nil { order.append(sample.name) }
      count.total += 1
      var isLost = true
      switch sample.state {
      case .missing: count.nilCount += 1
      case .empty: count.emptyCount += 1
      case .present:
        isLost = second?[sample.name].map { $0.state == .present && $0.text != sample.text } ?? false
        if isLost { count.randomCount += 1 }
      }
      if isLost { count.example = count.example ?? pointer }
      counts[sample.name] = count
    }
  }
}

/// One property of one domain value.
struct PropertySample {
  enum State { case present, missing, empty }

  let name: String
  let isEssential: Bool
  let state: State
  /// A description to compare with; never leaves the worker.
  let text: String

  /// Stored properties by reflection (superclasses and nested values included, three levels), then the observed ones.
  static func all(of domain: Any, observed: [AnyProperty]) -> [PropertySample] {
    var samples: [PropertySample] = []
    let names = Set(observed.map(\.name))
    collect(domain, prefix: "", depth: 0, into: &samples, except: names)
    for property in observed {
      guard let value = property.read(domain) else { continue }
      let (state, text) = judge(value)
      samples.append(PropertySample(name: property.name, isEssential: property.isEssential, state: state, text: text))
    }
    return samples
  }

  private static func collect(
    _ value: Any, prefix: String, depth: Int, into samples: inout [PropertySample], except names: Set<String>
  ) {
    var mirror: Mirror? = Mirror(reflecting: value)
    if depth == 0, mirror?.displayStyle == .enum || mirror?.children.isEmpty == true {
      let (state, text) = judge(value)
      samples.append(PropertySample(name: "self", isEssential: false, state: state, text: text))
      return
    }
    while let current = mirror {
      for child in current.children {
        guard let label = child.label, !label.hasPrefix("$") else { continue }
        let name = prefix + (label.hasPrefix("_") ? String(label.dropFirst()) : label)
        guard !names.contains(name) else { continue }
        if depth < 2, isNested(child.value), samples.count < 200 {
          collect(unwrapped(child.value), prefix: name + ".", depth: depth + 1, into: &samples, except: names)
        } else {
          let (state, text) = judge(child.value)
          samples.append(PropertySample(name: name, isEssential: false, state: state, text: text))
        }
      }
      mirror = current.superclassMirror
    }
  }

  /// Values of the app's own structs and classes are looked into; the library's are leaves.
  private static func isNested(_ value: Any) -> Bool {
    let inner = unwrapped(value)
    let mirror = Mirror(reflecting: inner)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class, !mirror.children.isEmpty else {
      return false
    }
    let type = String(reflecting: Swift.type(of: inner))
    return !["Foundation", "Swift.", "__C."].contains { type.hasPrefix($0) }
  }

  private static func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let inner = mirror.children.first?.value else { return value }
    return unwrapped(inner)
  }

  private static func judge(_ value: Any) -> (State, String) {
    let inner = unwrapped(value)
    let mirror = Mirror(reflecting: inner)
    switch mirror.displayStyle {
    case .optional: return (.missing, "")
    case .collection, .set, .dictionary:
      return (mirror.children.isEmpty ? .empty : .present, "\(mirror.children.count)")
    case .class where !(inner is any CustomStringConvertible): return (.present, "")
    default: break
    }
    if let text = inner as? String { return (text.allSatisfy(\.isWhitespace) ? .empty : .present, text) }
    return (.present, String(describing: inner))
  }
}
