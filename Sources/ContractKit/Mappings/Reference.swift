import Foundation

/// A property of a domain value that names another record, such as the category of a product.
///
/// Records whose reference has no partner are counted after the responses of a round were read. More of them than
/// before are `mapping-reference-unmatched`. Declare it only if the other endpoint's responses have *all* records. One
/// page of a longer list, or a list for another account, leaves references unmatched that the app can resolve. Nothing
/// is reported in a round in which the other endpoint was not fetched, gave no response that this version could map, or
/// gave more than 20,000 records.
public struct Reference<Domain>: Sendable {
  let erased: AnyReference

  /// Declares what a domain value refers to.
  ///
  /// The two identities are compared as text, so that a `UUID` matches the same text in either letter case, an `Int`
  /// its digits, and a `RawRepresentable` its raw value.
  ///
  /// - Parameters:
  ///   - name: Name in reports: `category`.
  ///   - endpoint: Id of the endpoint with the other records. The same version must have `Reads` for it.
  ///   - mapping: Name of the mapping that makes them. It must declare one `identity:`.
  ///   - identity: The identity that is referred to; `nil` if the value refers to nothing.
  @preconcurrency public init<Identity>(
    _ name: String, to endpoint: String, mapping: String,
    _ identity: @escaping @Sendable (Domain) -> Identity?
  ) {
    erased = AnyReference(name: name, endpoint: endpoint, mapping: mapping) { value in
      (value as? Domain).flatMap(identity).flatMap { AnyReference.text(of: $0) }
    }
  }
}

/// A reference without its type parameter.
public struct AnyReference: Sendable {
  /// Name in reports.
  package let name: String
  /// Id of the endpoint with the other records.
  package let endpoint: String
  /// Name of the mapping that makes them.
  package let mapping: String
  /// The identity that a domain value refers to, as text; `nil` if there is none.
  package let identity: @Sendable (Any) -> String?

  /// An identity as text that does not depend on how the app wraps it; `nil` for nil.
  package static func text(of identity: Any) -> String? {
    // The most common types come first, because a conformance check searches the whole program.
    if let text = identity as? String { return canonical(text) }
    if let number = identity as? Int { return String(number) }
    if let uuid = identity as? UUID { return uuid.uuidString }
    // Every Hashable value can be cast to AnyHashable, so only the type itself shows whether it is one.
    if type(of: identity) == AnyHashable.self, let erased = identity as? AnyHashable { return text(of: erased.base) }
    if let optional = identity as? any OptionalIdentity { return optional.wrapped.flatMap(text) }
    if let raw = identity as? any RawRepresentable { return text(of: raw.rawValue) }
    return canonical(String(describing: identity))
  }

  /// A UUID in its canonical spelling, from any type.
  private static func canonical(_ text: String) -> String {
    guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else { return text }
    return uuid.uuidString
  }
}

/// `Optional` without its type.
private protocol OptionalIdentity {
  var wrapped: Any? { get }
}

extension Optional: OptionalIdentity {
  fileprivate var wrapped: Any? { self }
}

extension Version {
  /// Whether another mapping of this version refers to what `mapping` makes at `endpoint`.
  package func isReferred(to mapping: String, at endpoint: String) -> Bool {
    reads.flatMap(\.mappings).flatMap(\.references).contains { $0.mapping == mapping && $0.endpoint == endpoint }
  }
}
