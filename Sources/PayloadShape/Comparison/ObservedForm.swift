/// What is there now, as values: it says whether a later finding shows the same change again.
///
/// It never depends on wording, and it holds a value of the provider only where the value itself is the change, such as a
/// new word of a closed set. Parts that say nothing are `nil`.
public struct ObservedForm: Codable, Sendable, Hashable {
  /// What a value is.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// It is not there.
    case absent
    /// It is null.
    case null
    /// It is nothing but null, where it was null only at times.
    case alwaysNull = "always-null"
    /// An object.
    case object
    /// An array.
    case array
    /// A text.
    case string
    /// A number.
    case number
    /// A number that is not whole.
    case fraction
    /// `true` or `false`.
    case boolean
  }

  /// What the values are.
  public var kinds: [Kind]?
  /// What the elements of arrays are.
  public var elements: [Kind]?
  /// New values of a closed set.
  public var values: [String]?
  /// Whether there are new values that are not kept, such as long texts; `nil`: there are none.
  public var hasUnlistedValues: Bool?
  /// What texts look like.
  public var formats: [StringFormat]?
  /// The member's new name.
  public var name: String?
  /// Members of an object that has none of those before: at most ``mostMembers``, in order.
  public var members: [String]?
  /// What a write would lose: `erased $.note`.
  public var losses: [String]?

  /// Members that are kept.
  static let mostMembers = 64

  /// A form; parts that are left out say nothing.
  public init(
    kinds: [Kind]? = nil, elements: [Kind]? = nil, values: [String]? = nil, hasUnlistedValues: Bool? = nil,
    formats: [StringFormat]? = nil, name: String? = nil, members: [String]? = nil, losses: [String]? = nil
  ) {
    self.kinds = kinds
    self.elements = elements
    self.values = values
    self.hasUnlistedValues = hasUnlistedValues
    self.formats = formats
    self.name = name
    self.members = members
    self.losses = losses
  }

  /// Whether all of this is part of `other`: a response need not show every kind or value that was seen then.
  public func isPart(of other: ObservedForm) -> Bool {
    func isPart<Item: Hashable>(_ mine: [Item]?, _ theirs: [Item]?) -> Bool {
      Set(mine ?? []).isSubset(of: theirs ?? [])
    }
    return isPart(kinds, other.kinds) && isPart(elements, other.elements) && isPart(values, other.values)
      && (hasUnlistedValues != true || other.hasUnlistedValues == true) && isPart(formats, other.formats)
      && name == other.name && hasMembers(of: other) && isPart(losses, other.losses)
  }

  /// Whether an object is like an accepted one. Members may be missing, but none may be new; an object without members is never like
  /// one with some.
  private func hasMembers(of other: ObservedForm) -> Bool {
    guard let members, let known = other.members else { return members == nil }
    return members.isEmpty == known.isEmpty && Set(members).isSubset(of: known)
  }

  /// The form in a few words, for people: `array of string`, `"Deserts"`, `absent`.
  public var words: String {
    var parts: [String] = []
    if let kinds {
      let elements = elements.map { " of " + $0.map(\.words).joined(separator: " or ") } ?? ""
      parts.append(kinds.map { $0.words + ($0 == .array ? elements : "") }.joined(separator: " or "))
    }
    if let values { parts.append(values.map { "\"\($0)\"" }.joined(separator: ", ")) }
    if hasUnlistedValues == true { parts.append("values that are not listed") }
    if let formats { parts.append(formats.map(\.words).joined(separator: " or ")) }
    if let name { parts.append(name) }
    if let members, !members.isEmpty { parts.append("with \(members.joined(separator: ", "))") }
    if let losses { parts.append(losses.joined(separator: ", ")) }
    return parts.joined(separator: ", ")
  }
}

extension ObservedForm.Kind {
  fileprivate var words: String {
    self == .alwaysNull ? "always null" : self == .fraction ? "number with a fraction" : rawValue
  }
}
