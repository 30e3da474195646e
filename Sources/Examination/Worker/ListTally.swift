import JSONDocument

/// Counts the elements of the lists in records, by path.
///
/// Linear in the records' values. Where members have ever new names, the lists below most of them are left out.
struct ListTally {
  /// One step of a path below a record.
  private struct Place {
    var members: [String: Int] = [:]
    var element: Int?
    /// A list here, by which its path is spelled; nil: none was seen.
    var list: JSONNode?
    var elements = 0
  }

  /// The most places that are kept.
  private static let maximumPlaces = 1000

  private let document: JSONDocument
  private var places = [Place()]

  init(_ document: JSONDocument) { self.document = document }

  /// Elements of all lists at a path (RFC 9535, `[*]` for every index).
  var elements: [String: Int] {
    let found = places.compactMap { place in place.list.map { (document.pattern(to: $0), place.elements) } }
    return Dictionary(found, uniquingKeysWith: +)
  }

  /// Adds the lists in a record.
  mutating func add(_ record: JSONNode) { add(record, at: 0) }

  private mutating func add(_ node: JSONNode, at place: Int) {
    switch document.kind(of: node) {
    case .array:
      places[place].list = places[place].list ?? node
      places[place].elements += document.count(of: node)
      for child in document.children(of: node) where document.kind(of: child) == .object {
        if places[place].element == nil { places[place].element = newPlace() }
        if let next = places[place].element { add(child, at: next) }
      }
    case .object:
      for child in document.children(of: node) {
        let kind = document.kind(of: child)
        guard kind == .object || kind == .array, let name = document.key(of: child) else { continue }
        if places[place].members[name] == nil { places[place].members[name] = newPlace() }
        if let next = places[place].members[name] { add(child, at: next) }
      }
    case .string, .number, .bool, .null: break
    }
  }

  /// The index of another place; nil if there are enough.
  private mutating func newPlace() -> Int? {
    guard places.count < Self.maximumPlaces else { return nil }
    places.append(Place())
    return places.count - 1
  }
}
