import JSONDocument

/// The patterns of all places met so far, numbered; 0 is the root.
struct PatternTable {
  enum Step: Hashable {
    case member(String)
    case element
    /// A member of an object whose names are data.
    case anyMember
  }

  private struct Child: Hashable {
    let parent: Int
    let step: Step
  }

  private var numbers: [Child: Int] = [:]
  private var places: [Child?] = [nil]
  /// Objects looked at, by pattern.
  private(set) var visits: [Int] = [0]
  /// Elements (or members that are data) of the arrays looked at, by pattern of the array.
  private(set) var elements: [Int] = [0]
  private(set) var dictionaries: [Int] = []

  mutating func child(of parent: Int, _ step: Step) -> Int {
    let child = Child(parent: parent, step: step)
    if let number = numbers[child] { return number }
    numbers[child] = places.count
    places.append(child)
    visits.append(0)
    elements.append(0)
    return places.count - 1
  }

  mutating func visit(_ pattern: Int) { visits[pattern] += 1 }

  mutating func addElements(_ count: Int, to pattern: Int) { elements[pattern] += count }

  mutating func markDictionary(_ pattern: Int) {
    if !dictionaries.contains(pattern) { dictionaries.append(pattern) }
  }

  func isDictionary(_ pattern: Int) -> Bool { !dictionaries.isEmpty && dictionaries.contains(pattern) }

  /// How often a value could have stood at `pattern`.
  func opportunities(_ pattern: Int) -> Int {
    guard let place = places[pattern] else { return 1 }
    switch place.step {
    case .member: return visits[place.parent]
    case .element, .anyMember: return elements[place.parent]
    }
  }

  /// RFC 9535 text.
  func text(_ pattern: Int) -> String {
    var steps: [String] = []
    var pattern = pattern
    while let place = places[pattern] {
      switch place.step {
      case .member(let name): steps.append(JSONPath.memberText(name))
      case .element: steps.append("[*]")
      case .anyMember: steps.append(".*")
      }
      pattern = place.parent
    }
    return "$" + steps.reversed().joined()
  }
}
