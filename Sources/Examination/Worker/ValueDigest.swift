import ContractKit
import DriftModel
import Foundation
import PayloadShape

/// Makes a text of a domain value that is equal for equal values, whichever build of the same code made them.
///
/// Everything that reflection reaches counts, and the declared computed properties. A value and an optional that holds it are the same, as
/// are numbers of different types with the same value, so that a property may change its type. What differs when the same record is mapped
/// again, such as a random id, does not count.
struct ValueDigest {
  private struct Leaf {
    let path: String
    let text: String
  }

  let observed: [AnyProperty]
  /// The most values, and the deepest nesting, that are looked at.
  private static let (mostLeaves, deepest) = (20_000, 24)

  /// Sixteen hexadecimal digits.
  ///
  /// - Parameters:
  ///   - domain: The value.
  ///   - again: What the same record became when it was mapped again; `nil` if it became none.
  /// - Returns: The digest; the time is linear in the value.
  func text(of domain: Any, again: Any?) -> String {
    let first = leaves(of: domain)
    let second = again.map(leaves) ?? []
    var text = ""
    if first.count == second.count {
      for (one, other) in zip(first, second) where one.path == other.path && one.text == other.text {
        text += "\(one.path.utf8.count):\(one.path)\(one.text.utf8.count):\(one.text)"
      }
    } else {
      text = "differs each time"
    }
    let digits = String(fnv1a(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func leaves(of domain: Any) -> [Leaf] {
    var found: [Leaf] = []
    Self.collect(domain, "", 0, into: &found)
    for property in observed {
      if let value = property.read(domain) { Self.collect(value, property.name, 0, into: &found) }
    }
    return found
  }

  private static func collect(_ value: Any, _ path: String, _ depth: Int, into found: inout [Leaf]) {
    guard found.count < mostLeaves, depth < deepest else { return }
    if let text = scalarText(of: value) {
      found.append(Leaf(path: path, text: text))
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let inner = mirror.children.first?.value else {
        found.append(Leaf(path: path, text: "nil"))
        return
      }
      collect(inner, path, depth, into: &found)
    case .set: found.append(Leaf(path: path, text: sorted(mirror, depth)))
    case .dictionary: found.append(Leaf(path: path, text: sorted(mirror, depth)))
    case .collection:
      found.append(Leaf(path: path, text: "\(mirror.children.count) elements"))
      for (index, child) in mirror.children.enumerated() {
        collect(child.value, "\(path)[\(index)]", depth + 1, into: &found)
      }
    case .enum:
      let name = mirror.children.first?.label ?? String(describing: value)
      found.append(Leaf(path: path, text: name))
      for child in mirror.children { collect(child.value, "\(path).\(name)", depth + 1, into: &found) }
    default: collectMembers(of: value, mirror, path, depth, into: &found)
    }
  }

  private static func collectMembers(
    of value: Any, _ mirror: Mirror, _ path: String, _ depth: Int, into found: inout [Leaf]
  ) {
    var current: Mirror? = mirror
    var holdsMembers = false
    while let level = current {
      for child in level.children {
        holdsMembers = true
        var name = child.label ?? ""
        // `_name` is the storage of a property with a wrapper.
        if name.hasPrefix("_") { name.removeFirst() }
        collect(child.value, "\(path).\(name)", depth + 1, into: &found)
      }
      current = level.superclassMirror
    }
    guard !holdsMembers else { return }
    // The default description of a class may contain its address.
    let isPlainClass = mirror.displayStyle == .class && !(value is any CustomStringConvertible)
    found.append(Leaf(path: path, text: isPlainClass ? "" : String(describing: value)))
  }

  /// The elements of a set or a dictionary, which have another order in each process.
  private static func sorted(_ mirror: Mirror, _ depth: Int) -> String {
    mirror.children.map { child in
      var leaves: [Leaf] = []
      collect(child.value, "", depth + 1, into: &leaves)
      return leaves.map { "\($0.path)=\($0.text)" }.joined(separator: ",")
    }.sorted().joined(separator: ";")
  }

  private static func scalarText(of value: Any) -> String? {
    switch value {
    case let text as String: text
    case let flag as Bool: flag.description
    case let date as Date: String(date.timeIntervalSinceReferenceDate)
    case let data as Data: data.base64EncodedString()
    case let url as URL: url.absoluteString
    case let uuid as UUID: uuid.uuidString
    case let number as Decimal: number.description
    case let number as any BinaryInteger: "\(number)"
    case let number as any BinaryFloatingPoint: text(of: number)
    default: nil
    }
  }

  private static func text(of number: some BinaryFloatingPoint) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    // Single precision has the text of the number that was written.
    return "\(number)"
  }
}
